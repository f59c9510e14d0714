import { DAY_MS } from 'contract/indian-time'
import { OFFLINE_DAYS } from 'contract/progress-late'
import type { Context } from '../../context.ts'
import { startClock } from '../learning/late-beats.queries.ts'
import { listOpenCourses } from './offline.queries.ts'

type Work = Pick<Context, 'db' | 'now'>

const STORED_MS = OFFLINE_DAYS * DAY_MS

/** Returns until when lessons may stay on the student's device, for the listed courses that the student has. */
export async function storedTerms({ db, now }: Work, user: { id: number; session_id: string }, courseIds: string[]) {
  const at = now()
  const latest = new Date(at.getTime() + STORED_MS)
  await startClock(db, user.id, at)
  const courses = await listOpenCourses(db, { userId: user.id, courseIds, now: at })
  return {
    session_id: user.session_id,
    now: at.toISOString(),
    courses: courses.map(({ course_id, ends_at, lesson_ids }) => {
      const end = ends_at === null ? latest : new Date(Math.min(latest.getTime(), Date.parse(ends_at)))
      return { course_id, ends_at: end.toISOString(), lesson_ids }
    }),
  }
}
