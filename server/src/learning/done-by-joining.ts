import type { LessonKind } from 'contract/lesson-input'
import type { Db } from '../context.ts'
import { LESSONS } from '../courses/courses.sql.ts'

/** A live lesson is done by joining it; once there is a recording, by watching that, as any other. */
export async function isDoneByJoining(db: Db, lessonId: string, kind: LessonKind | undefined): Promise<boolean> {
  if (kind !== 'live') return false
  const lesson = await db(db.raw(`${LESSONS} as l`))
    .where({ lesson_id: lessonId, watch_link: '' })
    .first('lesson_id')
  return lesson !== undefined
}
