import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { pathsBelow } from '../courses/lesson-of-course.ts'
import { setLive } from './live.service.ts'
import { findNotice } from './notices.queries.ts'
import { copyLive, listLive } from './stored-live.queries.ts'

type LiveHooks = Hooks<Pick<Context, 'db' | 'now'>>

export const courseCopied: LiveHooks['courseCopied'] = (_ctx, trx, copy) => copyLive(trx, { lessons: LESSONS, ...copy })

export const lessonSaved: LiveHooks['lessonSaved'] = async ({ now }, trx, { lesson_id, live }) => {
  if (live) await pathsBelow('live', () => setLive({ db: trx, now }, lesson_id, live))
}

export const lessonsListed: LiveHooks['lessonsListed'] = async ({ db }, courseId) => ({
  live: await listLive(db, courseId),
})

/** Returns true while the lesson is to begin at the moment of the message, and its reader has the course. */
export const messageNeeded: LiveHooks['messageNeeded'] = async ({ db, now }, { kind, key, userId }) => {
  if (kind !== 'live') return undefined
  const [lesson_id = '', version] = key.split(' ')
  const found = await findNotice(db, { lesson_id, user_id: userId }, now())
  return found !== undefined && !found.cancelled && found.version === Number(version)
}
