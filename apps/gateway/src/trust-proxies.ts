import { compile } from '@fastify/proxy-addr'

const maxRemembered = 1_000

/** Whether `X-Forwarded-*` of an address is believed. Remembered, as the few proxies there are send every request. */
export function trustProxies(list: string): (address: string) => boolean {
  const isTrusted = compile(list.split(',').map((entry) => entry.trim()))
  const remembered = new Map<string, boolean>()
  return (address) => {
    const known = remembered.get(address)
    if (known !== undefined) return known
    if (remembered.size >= maxRemembered) remembered.clear()
    const trusted = isTrusted(address, 0)
    remembered.set(address, trusted)
    return trusted
  }
}
