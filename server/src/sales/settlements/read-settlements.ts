import { addDays, indianDay } from 'contract/indian-time'
import type { Context } from '../../context.ts'
import type { SettledItem } from '../../platform/payments/gateway.ts'
import { replaceMonth } from './settlements.queries.ts'

const MOST_PAGES = 100

export const monthOf = (at: Date) => indianDay(at).slice(0, 7)
export const nextMonth = (month: string) => addDays(`${month}-01`, 31).slice(0, 7)
export const monthBefore = (month: string) => addDays(`${month}-01`, -1).slice(0, 7)

/**
 * Reads a month at the gateway, and the next one where it has begun: what was paid in a month's last days is settled in the next. Rejects
 * with a `GatewayError`, and what was read before stays. Answers how many entries there were.
 */
export async function readSettlements(ctx: Context, month: string): Promise<number> {
  const present = monthOf(ctx.now())
  const months = [month, nextMonth(month)].filter((one) => one <= present)
  let count = 0
  for (const one of months) count += await readMonth(ctx, one)
  return count
}

async function readMonth(ctx: Context, month: string): Promise<number> {
  const items: SettledItem[] = []
  let listed = 0
  let unread = 0
  for (let page = 0; ; page += 1) {
    // A part of a month would be a wrong sum.
    if (page === MOST_PAGES) throw new Error(`the gateway lists more than ${listed} settled entries of ${month}`)
    const answer = await ctx.payments.listSettled({ month, skip: listed })
    items.push(...answer.items)
    unread += answer.unread
    listed += answer.listed
    if (!answer.more) break
  }
  await ctx.db.transaction((trx) => replaceMonth(trx, month, { items, unread, now: ctx.now() }))
  ctx.log.info({ month, listed, unread }, 'settlements read')
  return listed
}
