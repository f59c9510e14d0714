import { z } from 'zod'
import { OptionId } from './options.course-fields.ts'

const CHOSEN = 'Must be option ids by the id of their course'

const Chosen = z.record(z.string().max(80), OptionId, { error: CHOSEN })

const ChosenText = z
  .string()
  .max(5000)
  .transform((text): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      return null
    }
  })
  .pipe(Chosen)

/** The option of each course that has some, `options[COURSE]=` for each or one JSON text; a course without an entry is sold as its first one. */
export const buyFields = { options: z.union([Chosen, ChosenText], { error: CHOSEN }).optional() }

export const priceFields = buyFields
