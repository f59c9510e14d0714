const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Returns a payment address that can be trusted, else undefined: https, the store's own origin, or plain http on this machine while the
 * store itself runs on it. Refuses addresses with credentials, which lead elsewhere than they seem to.
 */
export function payableAddress(link: unknown, page: { origin: string; hostname: string }): string | undefined {
  if (typeof link !== 'string' || !URL.canParse(link)) return undefined
  const url = new URL(link)
  if (url.username || url.password) return undefined
  if (url.protocol === 'https:' || url.origin === page.origin) return url.href
  const onThisMachine = url.protocol === 'http:' && LOOPBACK.test(url.hostname) && LOOPBACK.test(page.hostname)
  return onThisMachine ? url.href : undefined
}
