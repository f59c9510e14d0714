import { SOLD_TERMS } from '../../courses/courses/courses.sql.ts'
import type { Pieces } from '../../platform/features/pieces.ts'

export const pieces: Partial<Pieces> = {
  renewedCourses: `(select course_id from ${SOLD_TERMS} s where on_sale and access_period is not null and renew_price is not null)`,
}
