import { addDays, DAY_MS, dayStart, indianDay } from 'contract/indian-time'
import { rupeesOrNull, toRupees } from 'contract/money'
import type { NextPayout, SettlementLine } from 'contract/settlements'
import type { Context } from '../../../context.ts'
import { monthBefore, monthOf } from '../../../sales/settlements/read-settlements.ts'
import {
  findBalances,
  findLines,
  findReadings,
  hasPayout,
  type LineRow,
  type NextRow,
  sumWaiting,
} from './next-payout.queries.ts'

const SHOWN_DAYS = 14
const WEEK_MS = 7 * DAY_MS

/** This month and the one before; what was paid earlier and not paid out is a difference of its own month. */
function windowOf(now: Date) {
  const months = [monthBefore(monthOf(now)), monthOf(now)]
  return { months, since: dayStart(`${months[0]}-01`) }
}

/** Reads what the gateway has not paid out yet, as of the last reading of its list. */
export async function readNextPayout(ctx: Context): Promise<NextPayout> {
  const now = ctx.now()
  const today = indianDay(now)
  const { months, since } = windowOf(now)
  const span = { since, from: addDays(today, 1 - SHOWN_DAYS), to: today }
  return ctx.read(async (db) => {
    const [readings, begun] = await Promise.all([findReadings(db, months), hasPayout(db)])
    const read_at = readings.map((one) => one.read_at).sort()[0]
    // A payout of an unread month would count as waiting.
    if (readings.length < months.length || read_at === undefined)
      return { read_at: null, unread: 0, begun, waiting: null, days: [] }
    const before = new Date(now.getTime() - WEEK_MS).toISOString()
    const [waiting, days] = await Promise.all([sumWaiting(db, { since, before }), findBalances(db, span)])
    return {
      read_at,
      unread: readings.reduce((all, { unread }) => all + unread, 0),
      begun,
      waiting: waiting ? toWaiting(waiting) : null,
      days: days.map(({ day, balance_paise, paid_out_paise }) => ({
        day,
        balance: toRupees(balance_paise),
        paid_out: rupeesOrNull(paid_out_paise),
      })),
    }
  })
}

function toWaiting(row: NextRow): NonNullable<NextPayout['waiting']> {
  return {
    payments: row.payments,
    paid: toRupees(row.paid_paise),
    refund_count: row.refunds,
    refunds: toRupees(row.refunded_paise),
    fees: toRupees(row.fees_paise),
    fee_tax: toRupees(row.fee_tax_paise),
    adjustments: toRupees(row.adjustments_paise),
    you_get: toRupees(row.you_get_paise),
    unreported: row.unreported,
    held: row.held > 0 ? { payments: row.held, you_get: toRupees(row.held_paise) } : null,
  }
}

/** Reads a page of a payout's lines, of the next one without a `payout`. */
export async function readLines(
  ctx: Context,
  page: { payout: string | undefined; limit: number; offset: number },
): Promise<{ lines: SettlementLine[]; total: number }> {
  const { since } = windowOf(ctx.now())
  const { lines, total } = await ctx.read((db) => findLines(db, { since, ...page }))
  return { lines: lines.map(toLine), total }
}

function toLine({ amount_paise, fee_paise, tax_paise, net_paise, ...row }: LineRow): SettlementLine {
  const { kind, id, order_id, order_no, buyer, method, at } = row
  return {
    kind,
    id,
    order_id,
    order_no,
    buyer,
    method,
    at,
    amount: toRupees(amount_paise),
    fee: rupeesOrNull(fee_paise),
    fee_tax: rupeesOrNull(tax_paise),
    you_get: toRupees(net_paise),
  }
}
