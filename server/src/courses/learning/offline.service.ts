import { DAY_MS } from 'contract/indian-time'
import { KEPT_DAYS, type LateBeats } from 'contract/offline'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { lockLiving } from '../../shop/users/users.queries.ts'
import { isDoneOtherwise } from './done-otherwise.ts'
import { addProgress, countSeconds, findStudentLesson } from './learning.queries.ts'
import { listOpenCourses, startClock, takeBatch } from './offline.queries.ts'

type Work = Pick<Context, 'db' | 'now'>

const KEPT_MS = KEPT_DAYS * DAY_MS

/** Returns until when lessons may stay on the student's device, for the listed courses that the student has. */
export async function storedTerms({ db, now }: Work, user: { id: number; session_id: string }, courseIds: string[]) {
  const at = now()
  const latest = new Date(at.getTime() + KEPT_MS)
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

/**
 * Accepts a device's offline work, once: as one beat of all its seconds, bounded by the server's clock, spread over the
 * lessons in order. Lessons no longer open to the student are left out.
 */
export async function recordLateBeats(
  { db, now }: Work,
  user: { id: number },
  { device, number, beats }: z.output<typeof LateBeats>,
): Promise<number> {
  return db.transaction(async (trx) => {
    await lockLiving(trx, user.id)
    const at = now()
    if (!(await takeBatch(trx, { userId: user.id, device, number, now: at }))) return 0
    const open = []
    for (const beat of beats) {
      const place = { userId: user.id, courseId: beat.course_id, lessonId: beat.lesson_id, now: at }
      const lesson = await findStudentLesson(trx, place)
      if (!lesson?.open) continue
      const otherwise = beat.completed !== undefined && (await isDoneOtherwise(trx, beat.lesson_id, lesson.kind))
      open.push({ place, beat, completed: otherwise ? undefined : beat.completed })
    }
    const claimed = open.reduce((sum, { beat }) => sum + Math.round(beat.seconds), 0)
    const accepted = await countSeconds(trx, { userId: user.id, claimed, now: at })
    let left = accepted
    for (const { place, beat, completed } of open) {
      const seconds = Math.min(Math.round(beat.seconds), left)
      left -= seconds
      await addProgress(trx, { ...place, seconds, completed, position: beat.position })
    }
    return accepted
  })
}
