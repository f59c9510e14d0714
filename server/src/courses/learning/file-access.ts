import type { Context, Db } from '../../context.ts'
import { findAdminSession, findUserSession } from '../../shop/auth/sessions.queries.ts'
import { findPdfStamp } from '../../shop/settings/settings.queries.ts'
import { findProfile } from '../../shop/users/contacts.queries.ts'
import { HAND_IN_FILES } from '../assignments/assignment-gates.sql.ts'
import { createBoundedCache } from '../courses/bounded-cache.ts'
import { findMedia, type MediaRow } from '../media/media.queries.ts'
import type { Allowed, FileAccess } from '../media/serve.ts'
import type { Opener } from '../media/signed-address.ts'
import { mayNotWatch, mayOpenFilm } from './devices.ts'
import { ownsLessonWith } from './learning.queries.ts'

/** Caches an answer: a video's ranges cost no query each, and a refund takes effect within the minute. */
const KEPT_MS = 30_000
/** Caches a refusal for less: a place becomes free, or the student continues here. */
const REFUSED_MS = 2_000
const MAX_KEPT = 20_000
const ENTRY_BYTES = 500

/** Watched kinds: each device that opens one takes a place. */
const FILMS: ReadonlySet<string> = new Set(['video', 'audio'])

/** Roles whose inbox shows submissions. */
const MARKERS: ReadonlySet<string> = new Set(['owner', 'support'])

const findHandInFile = (db: Db, file_id: string): Promise<{ user_id: number; name: string } | undefined> =>
  db(db.raw(`${HAND_IN_FILES} as f`))
    .where({ file_id })
    .first('user_id', 'name')

const fileOf = ({ media_id, name, url }: MediaRow): Allowed => ({ name, stored: { media_id, url } })

const named = (file: { name: string } | undefined): Allowed | undefined => file && { name: file.name }

type Known = { at: number; file: Allowed | undefined }

/**
 * Decides access for an address: its session must be active, and its student needs a course that uses the file now; an
 * admin may read every file. A student's PDF gets the shop's stamp where enabled. A submission opens to its student,
 * even without the course, and to its markers. A film takes a place of the device limit. Caches each answer for 30 s, a
 * refusal for 2 s.
 */
export function createFileAccess({ db, now }: Pick<Context, 'db' | 'now'>): FileAccess {
  const stored = createBoundedCache<Known>({ maxEntries: MAX_KEPT, maxBytes: MAX_KEPT * ENTRY_BYTES })

  async function request({ audience, sessionId }: Opener, mediaId: string): Promise<Allowed | undefined> {
    if (audience === 'admin') {
      const admin = await findAdminSession(db, sessionId, now())
      if (!admin) return undefined
      const media = await findMedia(db, mediaId)
      if (media) return fileOf(media)
      return MARKERS.has(admin.role) ? named(await findHandInFile(db, mediaId)) : undefined
    }
    const user = await findUserSession(db, sessionId, now())
    const work = user && (await findHandInFile(db, mediaId))
    if (work) return work.user_id === user.id ? named(work) : undefined
    const mine = user && (await ownsLessonWith(db, user.id, mediaId, now()))
    const media = mine && (await findMedia(db, mediaId))
    if (!media) return undefined
    const session = { id: user.id, session_id: sessionId }
    // An admin's view takes no place of the student.
    const isFilm = FILMS.has(media.kind) && user.viewed_by === null
    if (isFilm ? !(await mayOpenFilm({ db, now }, session)) : await mayNotWatch(db, sessionId)) return undefined
    const file = fileOf(media)
    if (media.kind !== 'pdf') return file
    const { on, shop } = await findPdfStamp(db)
    if (!on) return file
    const { email } = await findProfile(db, user.id)
    return { ...file, stamp: { userId: user.id, line: `${shop}, for ${email} only` } }
  }

  return async (opener, mediaId) => {
    const key = `${opener.audience} ${opener.sessionId} ${mediaId}`
    const at = now().getTime()
    const known = stored.get(key)
    if (known && at >= known.at && at - known.at < (known.file ? KEPT_MS : REFUSED_MS)) return known.file
    const file = await request(opener, mediaId)
    stored.set(key, { at, file }, ENTRY_BYTES)
    return file
  }
}
