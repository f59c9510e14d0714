import { messageNeeded } from '../../shop/moments/moments.ts'
import { courseCopied } from '../courses/courses.service.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { pathsBelow } from '../courses/lesson-of-course.ts'
import { lessonSaved, lessonsListed } from '../learning/learning.service.ts'
import { setLive } from './live.service.ts'
import { findNotice } from './notices.queries.ts'
import { copyLive, listLive } from './stored-live.queries.ts'

export const joins = () => [
  courseCopied.by((trx, copy) => copyLive(trx, { lessons: LESSONS, ...copy })),
  lessonSaved.by(async ({ now }, trx, { lesson_id, live }) => {
    if (live) await pathsBelow('live', () => setLive({ db: trx, now }, lesson_id, live))
  }),
  lessonsListed.by(async (db, courseId) => ({
    live: await listLive(db, courseId),
  })),
  /** Returns true while the lesson is to begin at the moment of the message, and its reader has the course. */
  messageNeeded.by(async ({ db, now }, { kind, key, userId }) => {
    if (kind !== 'live') return undefined
    const [lesson_id = '', version] = key.split(' ')
    const found = await findNotice(db, { lesson_id, user_id: userId }, now())
    return found !== undefined && !found.cancelled && found.version === Number(version)
  }),
]
