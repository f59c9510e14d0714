import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { setAssignment } from './assignments.service.ts'
import { copyAssignments } from './stored-assignments.queries.ts'

export const courseCopied: Hooks['courseCopied'] = (_ctx, trx, copy) =>
  copyAssignments(trx, { lessons: LESSONS, ...copy })

export const lessonSaved: Hooks<Pick<Context, 'now'>>['lessonSaved'] = async (
  { now },
  trx,
  { lesson_id, assignment },
) => {
  if (assignment) await setAssignment({ db: trx, now }, lesson_id, assignment)
}
