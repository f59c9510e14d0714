import { type LookupAddress, lookup } from 'node:dns'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net'
import type { LinkResult } from 'contract/courses/link-check'
import { isMediaUrl } from 'contract/fields'

/** Ranges outside the public internet (IANA special-purpose registries, RFC 6890), and broadcast and multicast. */
const closed = new BlockList()
const v4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
for (const [net, bits] of v4) closed.addSubnet(net, bits, 'ipv4')

// Only global unicast of IPv6 is open, except embedded IPv4 addresses and documentation ranges.
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(net, bits, 'ipv6')

/** Checks that an IP address is on the public internet; false for other text. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, 'ipv4')
  return isIPv6(address) && globalUnicast.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** Bounds all hops of one link together. */
const LINK_MS = 5_000
const MAX_HOPS = 5
const SIDE_BY_SIDE = 10

/** Rules for requests; tests allow their own server. */
export type LinkRules = {
  /** Allows the address of a link or redirect. */
  allows(url: URL): boolean
  /** Allows the IP address of a name. */
  reaches(ip: string): boolean
  resolve: typeof lookup
  /** Returns true when the player frames this address, if its server allows it. */
  frames(url: URL): boolean
}

// These sites' pages have their own players, which allow framing.
const PLAYERS =
  /^((www|m|music)\.)?youtube(-nocookie)?\.com$|^youtu\.be$|^((www|player)\.)?vimeo\.com$|^(drive|docs)\.google\.com$/

/** Returns the shop's rules: https on public hosts, under any name. */
export function linkRules(ownFrameHosts: readonly string[]): LinkRules {
  return {
    allows: (url) => isMediaUrl(url.href),
    reaches: isPublicAddress,
    resolve: lookup,
    frames: (url) => PLAYERS.test(url.hostname) || ownFrameHosts.includes(url.hostname),
  }
}

/** Tries each link once, some in parallel; answers in the order of the links. Callers check own media in the library. */
export async function checkLinks(links: readonly string[], rules: LinkRules): Promise<LinkResult[]> {
  const results = new Map<string, LinkResult>()
  const waiting = [...new Set(links)]
  const lane = async () => {
    for (let link = waiting.shift(); link !== undefined; link = waiting.shift()) {
      results.set(link, await checkLink(link, rules))
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane))
  return links.map((link) => results.get(link) ?? blocked(link))
}

const blocked = (link: string): LinkResult => ({
  link,
  result: 'blocked',
  status: null,
  framed: null,
  reason: 'This address cannot be tried: it must be https on a public host',
})

class BlockedAddress extends Error {}

async function checkLink(link: string, rules: LinkRules): Promise<LinkResult> {
  const deadline = AbortSignal.timeout(LINK_MS)
  try {
    if (!URL.canParse(link)) return blocked(link)
    let url = new URL(link)
    for (let hop = 0; hop <= MAX_HOPS; hop++) {
      if (!rules.allows(url)) return blocked(link)
      const answer = await openRequest(url, rules, deadline)
      const { statusCode: status = 0, headers } = answer
      answer.destroy()
      if (status >= 300 && status < 400 && headers.location && URL.canParse(headers.location, url)) {
        url = new URL(headers.location, url)
        continue
      }
      const ok = status >= 200 && status < 300
      return {
        link,
        result: ok ? 'ok' : 'unreachable',
        status,
        framed: ok ? rules.frames(new URL(link)) && allowsFraming(new URL(link), headers) : null,
        reason: ok ? 'The link answers' : `The link answers with status ${status}`,
      }
    }
    return unreachable(link, 'The link is redirected too often')
  } catch (error) {
    if (error instanceof BlockedAddress) return blocked(link)
    return unreachable(link, deadline.aborted ? 'The link does not answer in time' : 'The link cannot be reached')
  }
}

const unreachable = (link: string, reason: string): LinkResult => ({
  link,
  result: 'unreachable',
  status: null,
  framed: null,
  reason,
})

/** Requests the head of the answer without its body. Connects to the very address that was checked. */
function openRequest(url: URL, rules: LinkRules, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !rules.reaches(host)) return Promise.reject(new BlockedAddress())
  const get = url.protocol === 'https:' ? httpsGet : httpGet
  return new Promise((resolve, reject) => {
    const request = get(url, {
      signal,
      agent: false,
      lookup: guardedLookup(rules),
      headers: { 'user-agent': 'SkillHaat link check', accept: '*/*' },
      maxHeaderSize: 32_768,
    })
    request.once('response', resolve)
    request.once('error', reject)
  })
}

/** Refuses names with any private address: the next lookup may pick another one. */
function guardedLookup({ reaches, resolve }: LinkRules): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, [])
      const [first] = found
      if (!first || !found.every(({ address }) => reaches(address))) return callback(new BlockedAddress(), [])
      if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
}

/** Checks framing: players frame a page of their own, other servers decide by headers. */
function allowsFraming(url: URL, headers: IncomingMessage['headers']): boolean {
  if (PLAYERS.test(url.hostname)) return true
  if (headers['x-frame-options']) return false
  const ancestors = /(?:^|[;,])\s*frame-ancestors([^;,]*)/i.exec(String(headers['content-security-policy'] ?? ''))?.[1]
  return ancestors === undefined || /(^|\s)(\*|https:)(\s|$)/.test(ancestors)
}
