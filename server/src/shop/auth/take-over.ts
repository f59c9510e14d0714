import { generatePassword } from 'contract/password'
import type { Context, Db } from '../../context.ts'
import { proveByMailbox } from '../users/credentials.queries.ts'
import { hashMadePassword } from './passwords.ts'
import { revokeSessions } from './sessions.queries.ts'

/**
 * Proves the unproven address of a locked account for whoever reads its mailbox. Somebody else may have typed the address: no earlier password
 * or session works from now on. Returns the account's password hash, none.
 */
export async function takeOverByMailbox(ctx: Context, trx: Db, user: { id: number; user_id: string }): Promise<null> {
  const now = ctx.now()
  await proveByMailbox(trx, user.id, hashMadePassword(generatePassword()), now)
  await revokeSessions(trx, { audience: 'user', id: user.id }, now)
  await ctx.queue.send(trx, 'waiting-courses', { user_id: user.user_id })
  return null
}
