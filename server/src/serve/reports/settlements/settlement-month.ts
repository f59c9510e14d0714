import { DAY_MS, dayStart } from 'contract/indian-time'
import { rupeesOrNull, toRupees } from 'contract/money'
import type { Payout, SettlementMonth } from 'contract/settlements'
import type { Context } from '../../../context.ts'
import { nextMonth } from '../../../sales/settlements/read-settlements.ts'
import { type DifferenceRow, findDifferences, findMonthRead, findPayouts, type PayoutRow } from './month.queries.ts'

const WEEK_MS = 7 * DAY_MS
const MOST_DIFFERENCES = 200

/** Reads a month's payouts to the bank, and their differences from our records. */
export async function readSettlementMonth(ctx: Context, month: string): Promise<SettlementMonth> {
  const span = {
    from: dayStart(`${month}-01`),
    until: dayStart(`${nextMonth(month)}-01`),
    before: new Date(ctx.now().getTime() - WEEK_MS).toISOString(),
    limit: MOST_DIFFERENCES,
  }
  const [read, payouts, differences] = await ctx.read((db) =>
    Promise.all([findMonthRead(db, month), findPayouts(db, month), findDifferences(db, month, span)]),
  )
  return {
    month,
    read_at: read?.read_at ?? null,
    unread: read?.unread ?? 0,
    ...sumsOf(payouts),
    payouts: payouts.map(toPayout),
    differences: differences.map(toDifference),
    differences_total: differences[0]?.total ?? 0,
  }
}

type Sum = Exclude<keyof PayoutRow, 'settlement_id' | 'utr' | 'settled_at' | 'lines' | 'off_paise'>

/** Added in paise. */
function sumsOf(rows: readonly PayoutRow[]) {
  const sum = (name: Sum) => rows.reduce((all, row) => all + row[name], 0)
  const paid = sum('gross_paise')
  const fees = sum('fees_paise')
  const tax = sum('fee_tax_paise')
  return {
    payments: sum('payments'),
    gross: toRupees(paid),
    fees: toRupees(fees),
    fee_tax: toRupees(tax),
    net: toRupees(paid - fees - tax),
    refunds: toRupees(sum('refunds_paise')),
    adjustments: toRupees(sum('adjustments_paise')),
    to_bank: toRupees(sum('to_bank_paise')),
  }
}

export function toPayout(row: PayoutRow): Payout {
  const { settlement_id, utr, settled_at, lines } = row
  return { settlement_id, utr, settled_at, lines, off: toRupees(row.off_paise), ...sumsOf([row]) }
}

function toDifference({ why, kind, id, order_id, order_no, settled_paise, ours_paise, at }: DifferenceRow) {
  return { why, kind, id, order_id, order_no, settled: rupeesOrNull(settled_paise), ours: rupeesOrNull(ours_paise), at }
}
