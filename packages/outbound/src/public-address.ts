import { BlockList, isIP } from 'node:net'

/** Ranges inside the public space that lead somewhere private, nowhere, or back into IPv4 (IANA's registries). */
const special = blockList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure's host, which serves credentials to its guests
  '169.254.0.0/16', // link-local; metadata of most clouds
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3', // multicast, reserved and broadcast
  '2001::/23', // Teredo, ORCHID, benchmarks
  '2001:db8::/32',
  '2002::/16', // 6to4 carries an IPv4 address that no rule here would see
  '3fff::/20',
])

/** All that is routed publicly in IPv6. Loopback, mapped, NAT64, unique local and link-local lie outside it. */
const globalUnicast = blockList(['2000::/3'])

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, 'ipv4')
  if (isIP(address) !== 6 || address.includes('%')) return false
  return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** Throws on what is neither an address nor a CIDR range. */
export function blockList(ranges: string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
