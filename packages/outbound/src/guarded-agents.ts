import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction, Socket } from 'node:net'
import type { OutboundConfig } from './outbound-config.ts'
import { OutboundRefused } from './outbound-refused.ts'
import { blockList, isPublicAddress } from './public-address.ts'

/** Shorter than servers keep an idle connection, so that none is used just as the other side closes it. */
const idleTimeoutMs = 4_000
const maxFreePerHost = 32

type Target = http.ClientRequestArgs

/**
 * Agents whose connections go only where the rules allow. A name is resolved once, and the addresses that passed are
 * the very ones that are connected to: a name that resolves to something else a moment later gains nothing.
 */
export function guardedAgents(config: OutboundConfig, lookup: LookupFunction = dns.lookup) {
  const allowedRanges = blockList(config.OUTBOUND_ALLOW.ranges)
  const allowedHosts = new Set(config.OUTBOUND_ALLOW.hosts)

  const refusal = (address: string, port: Target['port'], isSecure: boolean): OutboundRefused | undefined => {
    if (allowedRanges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) return undefined
    if (!isPublicAddress(address)) return new OutboundRefused(`The address ${address} is not allowed: it is not public`)
    if (!config.OUTBOUND_PORTS.includes(Number(port))) return new OutboundRefused(`The port ${port} is not allowed`)
    if (!isSecure && !config.OUTBOUND_HTTP) return new OutboundRefused('Plain http is not allowed: use an https URL')
    return undefined
  }

  const guard = <Agent extends http.Agent>(agent: Agent, isSecure: boolean): Agent => {
    const connect = agent.createConnection.bind(agent)
    agent.createConnection = (target: Target, onSocket) => {
      const host = (target.host ?? '').toLowerCase().replace(/\.$/, '')
      if (allowedHosts.has(host)) return connect({ ...target, lookup }, onSocket)
      // A name is checked when it is resolved; an address never is.
      const refused = isIP(host) ? refusal(host, target.port, isSecure) : undefined
      if (!refused) {
        const checked = filtered(lookup, (address) => refusal(address, target.port, isSecure))
        return connect({ ...target, lookup: checked }, onSocket)
      }
      process.nextTick(() => onSocket?.(refused, new Socket()))
      return undefined
    }
    return agent
  }

  const options = { keepAlive: true, timeout: idleTimeoutMs, maxFreeSockets: maxFreePerHost }
  return { http: guard(new http.Agent(options), false), https: guard(new https.Agent(options), true) }
}

function filtered(lookup: LookupFunction, refusal: (address: string) => OutboundRefused | undefined): LookupFunction {
  return (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '')
      const addresses = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found
      const passed = addresses.filter(({ address }) => !refusal(address))
      const [first] = passed
      if (first) return options.all ? done(null, passed) : done(null, first.address, first.family)
      const refused = addresses[0] && refusal(addresses[0].address)
      done(refused ?? new OutboundRefused(`${hostname} resolves to no address`), '')
    })
}
