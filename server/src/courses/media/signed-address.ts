import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { FileKey } from '../../platform/files/store.ts'
import { isSetFile, SET_NAME } from './set-files.ts'

/** The session that an address is signed for. */
export type Opener = { audience: 'user' | 'admin'; sessionId: string }

/** An address is the same for as long, so that a page that asks again shows the same. */
const WINDOW_SECONDS = 300
/** Windows that an address is good for: 10 to 15 minutes. */
const WINDOWS = 3

/** Playlists name the files of a set by their names alone: one signature is good for all of them. */
const signedName = (name: string) => (isSetFile(name) ? SET_NAME : name)

const ADDRESS = /^\/media\/([A-Za-z0-9_-]+)\/([A-Za-z0-9._-]+)$/

/**
 * The address of a file of the library, good for one session and some minutes: who opens it, until when (seconds since 1970), and the
 * proof that we said so. Whatever is no such address stays as it is.
 */
export function signAddress(config: Pick<Config, 'mediaKey'>, url: string, opener: Opener, now: Date): string {
  const [, mediaId, name] = ADDRESS.exec(url) ?? []
  if (!mediaId || !name) return url
  const until = (Math.floor(now.getTime() / 1000 / WINDOW_SECONDS) + WINDOWS) * WINDOW_SECONDS
  const key = proof(config, { mediaId, name }, opener, until).toString('base64url')
  return `${url}?${opener.audience}=${opener.sessionId}&until=${until}&key=${key}`
}

/** The address by which a session sees a file: a signed one where it is paid for, else its own. */
export function addressFor(
  config: Pick<Config, 'mediaKey'>,
  { url, paid }: { url: string; paid?: boolean | undefined },
  opener: Opener,
  now: Date,
): string {
  return paid ? signAddress(config, url, opener, now) : url
}

/** For whom an address was signed; undefined when we have not, when it names another file, or when its time is over. */
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
  const given = Buffer.from(query.get('key') ?? '', 'base64url')
  const expected = proof(config, file, opener, Number(until))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
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
