import type { LateBeats } from 'contract/progress-late'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { lockLiving } from '../../shop/users/users.queries.ts'
import { isDoneOtherwise } from './done-otherwise.ts'
import { takeBatch } from './late-beats.queries.ts'
import { addProgress, countSeconds, findStudentLesson } from './learning.queries.ts'

type Work = Pick<Context, 'db' | 'now'>

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
