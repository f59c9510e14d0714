import { z } from 'zod'
import type { ServerRefusal, ShopFound } from '../bridge.ts'

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
/** Timeout after which a server counts as unreachable. */
const PATIENCE_MS = 10_000

/**
 * Parses a typed address into a shop's origin, or the reason against it: plain http only on this machine, and only an
 * address.
 */
export function parseServerAddress(typed: string): { origin: string } | { refused: ServerRefusal } {
  const text = typed.trim()
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? text
    : `${startsOnLoopback(text) ? 'http' : 'https'}://${text}`
  if (!text || text.length > 300 || !URL.canParse(address)) return { refused: 'invalid' }
  const url = new URL(address)
  if (url.username || url.password || !url.hostname) return { refused: 'invalid' }
  if (url.protocol === 'https:') return { origin: url.origin }
  if (url.protocol !== 'http:') return { refused: 'invalid' }
  return LOOPBACK.test(url.hostname) ? { origin: url.origin } : { refused: 'insecure' }
}

function startsOnLoopback(text: string): boolean {
  return LOOPBACK.test(/^(\[[^\]]*\]|[^/:]*)/.exec(text)?.[0] ?? '')
}

const Brand = z.object({ brand: z.object({ name: z.string().trim().min(1).max(200) }) })
const Version = z.object({ version: z.string().max(50) })

/** Returns the shop's name and version, by two small public calls. `fetch` must reject invalid certificates. */
export async function describeShop(
  origin: string,
  fetch: typeof globalThis.fetch,
): Promise<ShopFound | { refused: ServerRefusal }> {
  const read = async (path: string) => {
    const init = { redirect: 'error', credentials: 'omit', signal: AbortSignal.timeout(PATIENCE_MS) } as const
    return (await fetch(`${origin}/api/${path}`, init)).json().catch(() => undefined)
  }
  try {
    const settings = Brand.safeParse(await read('go/settings'))
    if (!settings.success) return { refused: 'not_a_shop' }
    const { data } = Version.safeParse(await read('health'))
    return { address: origin, name: settings.data.brand.name, version: data?.version ?? '' }
  } catch (error) {
    return { refused: /CERT|SSL/i.test(textOf(error)) ? 'certificate' : 'unreachable' }
  }
}

/** Checks that a shop answers there. `fetch` must reject invalid certificates. */
export async function checkServer(origin: string, fetch: typeof globalThis.fetch): Promise<ServerRefusal | undefined> {
  try {
    const answer = await fetch(`${origin}/api/openapi.json`, {
      redirect: 'error',
      credentials: 'omit',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (!answer.ok) return 'not_a_shop'
    const document: unknown = await answer.json().catch(() => undefined)
    return isShop(document) ? undefined : 'not_a_shop'
  } catch (error) {
    return /CERT|SSL/i.test(textOf(error)) ? 'certificate' : 'unreachable'
  }
}

function isShop(document: unknown): boolean {
  if (typeof document !== 'object' || document === null || !('paths' in document)) return false
  const { paths } = document
  return typeof paths === 'object' && paths !== null && '/admin/login' in paths
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return `${error.message} ${code} ${error.cause ? textOf(error.cause) : ''}`
}
