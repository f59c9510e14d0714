import type { AdminUser } from 'contract/users'
import type { z } from 'zod'

/** A row of the users' list. */
export type User = z.output<typeof AdminUser>

/** Returns the name of a person in the console, or the email address without one. */
export const nameOf = ({ name, email }: Pick<User, 'name' | 'email'>): string => name || email
