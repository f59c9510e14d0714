import type { Pieces } from '../../platform/features/pieces.ts'
import { NEXT_STEPS } from '../courses/courses.sql.ts'

export const pieces: Partial<Pieces> = {
  nextStep: (course, user) => `(select x.next_step || jsonb_build_object('pressed',
      exists (select from next_step_presses p where p.user_id = ${user} and p.course_id = ${course}))
    from ${NEXT_STEPS} x where x.course_id = ${course})`,
}
