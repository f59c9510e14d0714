import { createHmac, timingSafeEqual } from 'node:crypto'
import { neutralAddress } from 'contract/media/address'
import type { Config } from '../../config.ts'
import type { FileKey } from '../../platform/files/store.ts'
import { isSetFile, SET_NAME } from './set-files.ts'

/** The session that an address is signed for. */
export type Opener = { audience: 'user' | 'admin'; sessionId: string }

/** Addresses stay equal for this long, so that a repeated page is the same. */
const WINDOW_SECONDS = 300
/** Lifetime in windows: 10 to 15 minutes. */
const WINDOWS = 3

/** Playlists name the files of a set by their names alone: one signature covers all. */
const signedName = (name: string) => (isSetFile(name) ? SET_NAME : name)

const ADDRESS = /^\/media\/([A-Za-z0-9_-]+)\/([A-Za-z0-9._-]+)$/

/**
 * Signs a library file's address for one session and some minutes: opener, expiry (seconds since 1970), and proof.
 * Returns any other address unchanged.
 */
export function signAddress(config: Pick<Config, 'mediaKey'>, url: string, opener: Opener, now: Date): string {
  const [, mediaId, name] = ADDRESS.exec(url) ?? []
  if (!mediaId || !name) return url
  const until = (Math.floor(now.getTime() / 1000 / WINDOW_SECONDS) + WINDOWS) * WINDOW_SECONDS
  const key = proof(config, { mediaId, name }, opener, until).toString('base64url')
  return `${url}?${opener.audience}=${opener.sessionId}&until=${until}&key=${key}`
}

/** Returns a session's address of a file: a signed one where it is paid, else its own. */
export function addressFor(
  config: Pick<Config, 'mediaKey'>,
  { url, paid }: { url: string; paid?: boolean | undefined },
  opener: Opener,
  now: Date,
): string {
  const address = neutralAddress(url)
  return paid ? signAddress(config, address, opener, now) : address
}

/** Reads an address's session; undefined for a foreign signature, another file, or an expired one. */
export function readSigned(
  config: Pick<Config, 'mediaKey'>,
  file: FileKey,
  query: URLSearchParams,
  now: Date,
): Opener | undefined {
  const audience = query.has('admin') ? 'admin' : 'user'
  const sessionId = query.get(audience)
  const until = query.get('until') ?? ''
  if (!sessionId || !/^\d{1,12}$/.test(until)) return undefined
  const opener: Opener = { audience, sessionId }
  const input = Buffer.from(query.get('key') ?? '', 'base64url')
  const expected = proof(config, file, opener, Number(until))
  if (input.length !== expected.length || !timingSafeEqual(input, expected)) return undefined
  return Number(until) * 1000 > now.getTime() ? opener : undefined
}

function proof(
  { mediaKey }: Pick<Config, 'mediaKey'>,
  { mediaId, name }: FileKey,
  { audience, sessionId }: Opener,
  until: number,
): Buffer {
  return createHmac('sha256', mediaKey)
    .update([mediaId, signedName(name), audience, sessionId, until].join('\n'))
    .digest()
}
