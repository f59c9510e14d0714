import { z } from 'zod'
import { objectOrJson } from '../fields.ts'
import { OptionId } from './options.course-fields.ts'

const CHOSEN = 'Must be option ids by the id of their course'

const Chosen = z.record(z.string().max(80), OptionId, { error: CHOSEN })

/** The option of each course that has some, `options[COURSE]=` for each or one JSON text; a course without an entry is sold as its first one. */
export const buyFields = { options: objectOrJson(Chosen, CHOSEN) }

export const priceFields = buyFields
