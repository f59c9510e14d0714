import { z } from 'zod'
import { objectOrJson } from '../fields.ts'
import { cleanLines } from '../spelling.ts'

const ANSWERS = 'Must be answers by the id of their question'

const Answers = z.record(
  z.string().max(40),
  z.string({ error: ANSWERS }).max(1000, { error: ANSWERS }).overwrite(cleanLines),
  {
    error: ANSWERS,
  },
)

/** Answers to the shop's questions, `answers[ID]=` for each or one JSON text; each is judged by its question. */
export const buyFields = { answers: objectOrJson(Answers, ANSWERS) }
