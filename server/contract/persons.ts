import { z } from 'zod'

/** The fields that name a buyer or a student, or whose words may. */
export const persons = z.registry()

/**
 * Marks a field of a person. An API key without a scope that names persons gets null in its place, so in a call of another scope it may
 * be null.
 */
export const ofPerson = <Schema extends z.ZodType>(schema: Schema): Schema => {
  const marked = schema.clone() as Schema
  persons.add(marked)
  return marked
}
