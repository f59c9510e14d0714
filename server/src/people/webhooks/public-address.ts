import { BlockList, isIP } from 'node:net'

/** Ranges of IPv4 that are not of the public internet, or that lead elsewhere: IANA's register of special addresses, and multicast. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** The one range of IPv6 that is allocated to the internet. Mapped, NAT64, local and multicast addresses are outside it. */
const PUBLIC_V6 = ['2000::/3']
/** Special ranges within it: tunnels that carry another address, tests and documentation. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const listOf = (ranges: readonly string[], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}
const specialV4 = listOf(SPECIAL_V4, 'ipv4')
const publicV6 = listOf(PUBLIC_V6, 'ipv6')
const specialV6 = listOf(SPECIAL_V6, 'ipv6')

/** Returns true for an address of the public internet, written as an operating system or `URL` writes it. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !specialV4.check(address, 'ipv4')
  // A zone names an interface of this machine.
  if (family !== 6 || address.includes('%')) return false
  return publicV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
}
