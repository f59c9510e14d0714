import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { LedgerWindow } from '../../contract/referrals.ts'
import { noteChange, noteRepeat } from '../activity.ts'
import type { Context, Db } from '../context.ts'
import { appError } from '../errors.ts'
import { applyCoinChange, type CoinsAnswer, claimKey, readLedger, storeAnswer } from './coins.queries.ts'
import { findUser } from './users.queries.ts'

export type CoinOperation = {
  /** `user_id` or exact phone. */
  id: string
  /** Coins, positive to add and negative to subtract. */
  change: number
  admin: { id: number; admin_id: string }
  /** In the admin's own words. */
  reason?: string | undefined
  /** The same key is applied once; with another request it is 409 `idempotency_mismatch`. */
  idempotencyKey?: string | undefined
}

/** 404 for an unknown user; 409 `insufficient_coins` leaves the balance alone. */
export async function changeCoins(ctx: Context, operation: CoinOperation): Promise<CoinsAnswer> {
  const { idempotencyKey: key, admin, id, change } = operation
  return ctx.db.transaction(async (trx) => {
    if (!key) return apply(ctx, trx, operation)
    const scope = `coins:${admin.admin_id}`
    const requestHash = createHash('sha256')
      .update(JSON.stringify([id, change]))
      .digest('base64url')
    const earlier = await claimKey(trx, { scope, key, requestHash, now: ctx.now() })
    if (earlier && earlier.request_hash !== requestHash) {
      throw appError('idempotency_mismatch', 'This Idempotency-Key was used for another request')
    }
    if (earlier) {
      noteRepeat()
      return earlier.answer
    }
    const answer = await apply(ctx, trx, operation)
    await storeAnswer(trx, scope, key, answer)
    return answer
  })
}

const NO_REASON = 'no reason given'

async function apply(ctx: Context, trx: Db, operation: CoinOperation): Promise<CoinsAnswer> {
  const { id, change, admin } = operation
  const user = await findUser(trx, id)
  if (!user) throw appError('not_found', 'User not found')
  const reason = operation.reason ?? (change > 0 ? 'added by admin' : 'subtracted by admin')
  const coins = await applyCoinChange(trx, { userId: user.id, change, reason, adminId: admin.id, now: ctx.now() })
  if (coins === undefined) throw appError('insufficient_coins', 'Insufficient coins')
  const fields = { before: { coins: coins - change }, after: { coins, reason: operation.reason ?? NO_REASON } }
  await noteChange(trx, { kind: 'user', id: user.user_id, name: user.name, ...fields })
  return { message: change > 0 ? 'Coins added successfully' : 'Coins subtracted successfully', coins }
}

/** Where the coins of a user come from; by `user_id` or exact phone. 404. */
export async function readCoins({ db }: Context, { id, ...window }: { id: string } & z.output<typeof LedgerWindow>) {
  const user = await findUser(db, id)
  if (!user) throw appError('not_found', 'User not found')
  return readLedger(db, user.id, window)
}
