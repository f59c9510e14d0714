import type { AgeState } from 'contract/children/children'
import type { BuyFields } from 'contract/orders/buy-fields'
import type { Context } from '../../context.ts'
import { appError, sessionExpired } from '../../errors.ts'
import { withdraw } from '../../shop/consents/consents.queries.ts'
import { lockBuyer } from '../../shop/users/users.queries.ts'
import { type AgeRow, findAgeAtShop, insertAdult } from './children.queries.ts'

const isChild = (row: AgeRow, now: Date) => row.until !== null && new Date(row.until) > now

/** Returns what is known of a student's age (`users.id`). */
export async function readAge({ db, now }: Pick<Context, 'db' | 'now'>, userId: number): Promise<AgeState> {
  const { row, asks } = await findAgeAtShop(db, userId)
  if (!row) return { asks, state: 'none' }
  if (!isChild(row, now())) return { asks, state: 'adult' }
  return { asks, state: row.confirmed_at ? 'confirmed' : 'waiting' }
}

/**
 * Refuses the purchase of somebody under 18 and, at the checkout of a shop that asks, of somebody without an answer. Only the answer of an
 * adult is stored; below 18 every consent ends.
 */
export async function requireAge(ctx: Context, user: { id: number }, fields: BuyFields | undefined): Promise<void> {
  const { row, asks } = await findAgeAtShop(ctx.db, user.id)
  if (row) {
    if (isChild(row, ctx.now()) && !row.confirmed_at) throw parentBuys()
    return
  }
  if (!fields || !asks) return
  const { adult } = fields
  if (!adult) throw appError('conflict', 'Please answer first whether you are 18 or older.')
  await ctx.db.transaction(async (trx) => {
    if (!(await lockBuyer(trx, user.id))) throw sessionExpired()
    if (adult === 'yes') await insertAdult(trx, user.id, ctx.now())
    else await withdraw(trx, user.id, { now: ctx.now(), how: 'under 18' })
  })
  if (adult === 'no') throw parentBuys()
}

const parentBuys = () => appError('conflict', 'Below 18 a parent buys: ask them to buy with an account of their own.')
