import { z } from 'zod'
import { cleanLines } from '../spelling.ts'

const ANSWERS = 'Must be answers by the id of their question'

const Answers = z.record(
  z.string().max(40),
  z.string({ error: ANSWERS }).max(1000, { error: ANSWERS }).overwrite(cleanLines),
  {
    error: ANSWERS,
  },
)

const AnswersText = z
  .string()
  .max(5000)
  .transform((text): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      return null
    }
  })
  .pipe(Answers)

/** Answers to the shop's questions, `answers[ID]=` for each or one JSON text; each is judged by its question. */
export const buyFields = { answers: z.union([Answers, AnswersText], { error: ANSWERS }).optional() }
