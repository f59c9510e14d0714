import type { AdminUser } from 'contract/users'
import type { z } from 'zod'

/** A row of the users' list. */
export type User = z.output<typeof AdminUser>

/** What a person is called in the console: the name, or the address of one who gave none. */
export const nameOf = ({ name, email }: Pick<User, 'name' | 'email'>): string => name || email
