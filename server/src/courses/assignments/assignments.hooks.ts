import { courseCopied } from '../courses/courses.service.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { lessonSaved, lessonsListed } from '../learning/learning.service.ts'
import { setAssignment } from './assignments.service.ts'
import { copyAssignments, listAssignmentLessons } from './stored-assignments.queries.ts'

export const joins = () => [
  courseCopied.by((trx, copy) => copyAssignments(trx, { lessons: LESSONS, ...copy })),
  lessonsListed.by(async (db, courseId) => ({ assignments: await listAssignmentLessons(db, courseId) })),
  lessonSaved.by(async ({ now }, trx, { lesson_id, assignment }) => {
    if (assignment) await setAssignment({ db: trx, now }, lesson_id, assignment)
  }),
]
