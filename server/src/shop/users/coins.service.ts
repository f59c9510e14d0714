import type { LedgerWindow } from 'contract/referrals'
import type { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { answerOnce } from '../../platform/db/idempotency.ts'
import { noteChange, noteRepeat } from '../activity/note-change.ts'
import { applyCoinChange, type CoinsAnswer, readLedger } from './coins.queries.ts'
import { findUser } from './users.queries.ts'

export type CoinOperation = {
  /** `user_id` or exact phone. */
  id: string
  /** Positive adds coins, negative subtracts. */
  change: number
  admin: { id: number; admin_id: string }
  reason?: string | undefined
  /** The same key applies once; a different request with it is 409 `idempotency_mismatch`. */
  idempotencyKey?: string | undefined
}

/** Changes the balance. 404 for an unknown user; 409 `insufficient_coins`. */
export async function changeCoins(ctx: Context, operation: CoinOperation): Promise<CoinsAnswer> {
  const { idempotencyKey: key, admin, id, change, reason = null } = operation
  return ctx.db.transaction(async (trx) => {
    if (!key) return apply(ctx, trx, operation)
    const shown = [id, change, reason]
    const keyed = { scope: `coins:${admin.admin_id}`, key, what: 'request', said: shown, now: ctx.now() }
    const { answer, repeated } = await answerOnce(trx, keyed, () => apply(ctx, trx, operation))
    if (repeated) noteRepeat()
    return answer
  })
}

const NO_REASON = 'no reason given'

async function apply(ctx: Context, trx: Db, operation: CoinOperation): Promise<CoinsAnswer> {
  const { id, change, admin } = operation
  const user = await findUser(trx, id)
  if (!user) throw plainError('not_found', 'User not found')
  const reason = operation.reason ?? (change > 0 ? 'added by admin' : 'subtracted by admin')
  const coins = await applyCoinChange(trx, { userId: user.id, change, reason, adminId: admin.id, now: ctx.now() })
  if (coins === undefined) throw plainError('insufficient_coins', 'Insufficient coins')
  const fields = { before: { coins: coins - change }, after: { coins, reason: operation.reason ?? NO_REASON } }
  await noteChange(trx, { kind: 'user', id: user.user_id, name: user.name, ...fields })
  return { message: change > 0 ? 'Coins added successfully' : 'Coins subtracted successfully', coins }
}

/** Returns the ledger of a user, by `user_id` or exact phone. 404. */
export async function readCoins({ db }: Context, { id, ...window }: { id: string } & z.output<typeof LedgerWindow>) {
  const user = await findUser(db, id)
  if (!user) throw plainError('not_found', 'User not found')
  return readLedger(db, user.id, window)
}
