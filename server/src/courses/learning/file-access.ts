import type { Context } from '../../context.ts'
import { findAdminSession, findUserSession } from '../../shop/auth/sessions.queries.ts'
import { findPdfStamp } from '../../shop/settings/settings.queries.ts'
import { findProfile } from '../../shop/users/contacts.queries.ts'
import { findHandInFile } from '../assignments/hand-in-files.queries.ts'
import { createBoundedCache } from '../courses/bounded-cache.ts'
import { findMedia } from '../media/media.queries.ts'
import type { Allowed, FileAccess } from '../media/serve.ts'
import type { Opener } from '../media/signed-address.ts'
import { mayNotWatch, mayOpenFilm } from './devices.ts'
import { ownsLessonWith } from './learning.queries.ts'

/** An answer is kept for so long: the ranges of a video cost no query each, and a refund is felt within the minute. */
const KEPT_MS = 30_000
/** A refusal is felt for less: there is room again, or the student goes on here. */
const REFUSED_MS = 2_000
const MAX_KEPT = 20_000
const ENTRY_BYTES = 300

/** Kinds that are watched: each device that opens one takes a place. */
const FILMS: ReadonlySet<string> = new Set(['video', 'audio'])

/** Whose calls of the inbox show work. */
const MARKERS: ReadonlySet<string> = new Set(['owner', 'support'])

const named = (file: { name: string } | undefined): Allowed | undefined => file && { name: file.name }

type Known = { at: number; file: Allowed | undefined }

/**
 * Whether the session that an address was signed for is alive, and its student has a course that uses the file at present; an admin may
 * have every file. A student's PDF gets the stamp of the shop, where it asks for one. Work that was
 * handed in is its student's, also once the course is not, and of who may mark it. A film takes a place of the limit on devices. Each answer is
 * kept for 30 s, a refusal for 2 s.
 */
export function createFileAccess({ db, now }: Pick<Context, 'db' | 'now'>): FileAccess {
  const kept = createBoundedCache<Known>({ maxEntries: MAX_KEPT, maxBytes: MAX_KEPT * ENTRY_BYTES })

  async function ask({ audience, sessionId }: Opener, mediaId: string): Promise<Allowed | undefined> {
    if (audience === 'admin') {
      const admin = await findAdminSession(db, sessionId, now())
      if (!admin) return undefined
      const media = await findMedia(db, mediaId)
      if (media) return { name: media.name }
      return MARKERS.has(admin.role) ? named(await findHandInFile(db, mediaId)) : undefined
    }
    const user = await findUserSession(db, sessionId, now())
    const work = user && (await findHandInFile(db, mediaId))
    if (work) return work.user_id === user.id ? named(work) : undefined
    const mine = user && (await ownsLessonWith(db, user.id, mediaId, now()))
    const media = mine && (await findMedia(db, mediaId))
    if (!media) return undefined
    const session = { id: user.id, session_id: sessionId }
    // Who looks at the shop as a student takes no place of theirs.
    const isFilm = FILMS.has(media.kind) && user.viewed_by === null
    if (isFilm ? !(await mayOpenFilm({ db, now }, session)) : await mayNotWatch(db, sessionId)) return undefined
    if (media.kind !== 'pdf') return { name: media.name }
    const { on, shop } = await findPdfStamp(db)
    if (!on) return { name: media.name }
    const { email } = await findProfile(db, user.id)
    return { name: media.name, stamp: { userId: user.id, line: `${shop}, for ${email} only` } }
  }

  return async (opener, mediaId) => {
    const key = `${opener.audience} ${opener.sessionId} ${mediaId}`
    const at = now().getTime()
    const known = kept.get(key)
    if (known && at >= known.at && at - known.at < (known.file ? KEPT_MS : REFUSED_MS)) return known.file
    const file = await ask(opener, mediaId)
    kept.set(key, { at, file }, ENTRY_BYTES)
    return file
  }
}
