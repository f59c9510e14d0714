import type { AdminUser, StudentRow } from 'contract/users'
import type { z } from 'zod'

/** A student as dialogs need one. */
export type User = z.output<typeof AdminUser>

/** A row of the list of students. */
export type Student = z.input<typeof StudentRow>

/** Returns the name of a person in the console, or the email address without one. */
export const nameOf = ({ name, email }: Pick<User, 'name' | 'email'>): string => name || email
