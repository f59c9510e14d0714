import { SOLD_EXTRAS } from '../../courses/courses/courses.sql.ts'
import type { Pieces } from '../../platform/features/pieces.ts'

export const pieces: Partial<Pieces> = {
  renewedCourses: `(select course_id from ${SOLD_EXTRAS} s where access_period is not null and extras->'renew_price' is not null)`,
}
