import { z } from 'zod'
import { MAX_COURSE_IDS } from '../catalogue-page.ts'
import { CourseId } from '../fields.ts'

const IDS_MESSAGE = `Must be 1 to ${MAX_COURSE_IDS} course ids with commas between`

/** Course ids with commas between, as query text. */
export const CourseIds = z
  .string({ error: IDS_MESSAGE })
  .max(MAX_COURSE_IDS * 101, { error: IDS_MESSAGE })
  .transform((text) => text.split(','))
  .pipe(z.array(CourseId).max(MAX_COURSE_IDS, { error: IDS_MESSAGE }))
