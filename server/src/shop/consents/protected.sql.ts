import { pieces } from '../../platform/features/pieces.ts'

/**
 * Is true for a person under 18 (`user` is a `users.id`; `:now` is bound). All that advertises reads this: consents, letters, sequences, ads,
 * and the offers at checkout and after paying.
 */
export const isProtectedPerson = (user: string) =>
  `exists (select from ${pieces.protectedPeople} p where p.user_id = ${user} and p.until > cast(:now as timestamptz))`
