import type { AdminUser } from 'contract/users'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { findShownUser, findUser } from './users.queries.ts'

export const userNotFound = () => plainError('not_found', 'User not found')

export type ShownUser = z.output<typeof AdminUser>

/** Reads an active user by `user_id` or exact phone; 404. */
export async function readUser(ctx: Pick<Context, 'db'>, idOrPhone: string): Promise<ShownUser> {
  const user = await findUser(ctx.db, idOrPhone)
  const shown = user && (await findShownUser(ctx.db, user.id))
  if (!shown) throw userNotFound()
  return shown
}
