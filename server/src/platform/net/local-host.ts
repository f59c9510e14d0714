import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Loopback, private and link-local: addresses that nobody on the internet reaches. */
const local = new BlockList()
local.addSubnet('127.0.0.0', 8, 'ipv4')
local.addSubnet('10.0.0.0', 8, 'ipv4')
local.addSubnet('172.16.0.0', 12, 'ipv4')
local.addSubnet('192.168.0.0', 16, 'ipv4')
local.addSubnet('169.254.0.0', 16, 'ipv4')
local.addAddress('0.0.0.0', 'ipv4')
local.addAddress('::1', 'ipv6')
local.addAddress('::', 'ipv6')
local.addSubnet('fc00::', 7, 'ipv6')
local.addSubnet('fe80::', 10, 'ipv6')

/** Checks for a loopback address, also mapped into IPv6. */
export const isLoopback = (address: string): boolean => holds(loopback, address)

/** Checks that an address's host name is of this machine or a private network; a single word is. */
export function isLocalHost(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  if (isIP(host)) return holds(local, host)
  return !host.includes('.') || /\.(localhost|local|internal|test|home\.arpa)$/.test(host)
}

function holds(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
