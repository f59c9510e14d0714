import type { Request } from 'express'

/**
 * Normalises the client for rate limits: IPv4 (also mapped into IPv6), and IPv6 by its /64, one subscriber's block.
 * Express has already handled trusted proxies.
 */
export function clientAddress(req: Request): string {
  const address = req.ip ?? 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  return address.includes(':') ? prefix64(address) : address
}

function prefix64(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
