import type { BooksMonth } from 'contract/books/month'
import { dayStart, lastDayOf, monthSpan } from 'contract/indian-time'
import { toRupees } from 'contract/money'
import { type Context, calls, requireAdmin } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { GatewayError, GatewayNotConfiguredError } from '../../platform/payments/razorpay.ts'
import { monthBefore, monthOf, readSettlements } from '../../sales/settlements/read-settlements.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { findAccountants } from '../../shop/auth/admins.queries.ts'
import { findMonthRead } from '../reports/settlements/month.queries.ts'
import { findBalances, findReadings } from '../reports/settlements/next-payout.queries.ts'
import { readSettlementMonth } from '../reports/settlements/settlement-month.ts'
import {
  findClosed,
  findLate,
  findLatePapers,
  findPaidTwice,
  insertClosed,
  sumReceipts,
  sumRefunds,
} from './books.queries.ts'
import { readGstSummary } from './gst-summary.ts'

export const monthHandlers = {
  month: calls.books.month.handler(({ input, context }) => readMonth(context.ctx, input.month)),

  closeMonth: calls.books.closeMonth.handler(async ({ input: { month }, context }) => {
    const { ctx } = context
    if (month >= monthOf(ctx.now())) throw plainError('conflict', 'This month is not over yet')
    await readPayouts(ctx, month)
    const sums = await readMonth(ctx, month)
    const { came_in, went_out, bank, tax } = sums
    await ctx.db.transaction(async (trx) => {
      const closed_by = requireAdmin(context).email
      const row = { month, closed_at: ctx.now().toISOString(), closed_by, sums: { came_in, went_out, bank, tax } }
      if (!(await insertClosed(trx, row))) throw plainError('conflict', 'This month is closed already')
      await noteChange(trx, { kind: 'settings', id: `books ${month}`, name: 'Books', after: { month, closed: true } })
      for (const to of sums.accountants) await ctx.queue.send(trx, 'books-mail', { month, to })
    })
    return { message: 'Month closed', month: await readMonth(ctx, month) }
  }),
}

/** Reads payouts that were last read while the month ran: a line of its last days would change what is closed. */
async function readPayouts(ctx: Context, month: string): Promise<void> {
  const read = await findMonthRead(ctx.db, month)
  if (read && read.read_at >= monthSpan(month).before) return
  try {
    await readSettlements(ctx, month)
  } catch (error) {
    if (error instanceof GatewayNotConfiguredError) return
    if (!(error instanceof GatewayError)) throw error
    throw plainError('conflict', 'Razorpay did not list the payouts of this month. Try again in a few minutes')
  }
}

export async function readMonth(ctx: Context, month: string): Promise<BooksMonth> {
  const span = monthSpan(month)
  const last = lastDayOf(month)
  const [settled, gst, found] = await Promise.all([
    readSettlementMonth(ctx, month),
    readGstSummary(ctx, month, span),
    ctx.read(async (db) => {
      // Money that waits at the end of a month may be of the one before.
      const since = dayStart(`${monthBefore(month)}-01`)
      const [came, back, twice, closed, late, papers, readings, balances, accountants] = await Promise.all([
        sumReceipts(db, span),
        sumRefunds(db, span),
        findPaidTwice(db, span),
        findClosed(db, month),
        findLate(db, span),
        findLatePapers(db, span),
        findReadings(db, [monthBefore(month), month]),
        findBalances(db, { since, from: last, to: last }),
        findAccountants(db),
      ])
      return {
        came,
        back,
        twice,
        closed,
        late,
        papers,
        balance: readings.length === 2 ? balances[0] : undefined,
        accountants,
      }
    }),
  ])
  const { came, back, twice, closed, late, papers, balance, accountants } = found
  const fees = settled.fees
  const owed = (name: 'igst' | 'cgst' | 'sgst') => sumOf(gst.returns.map(({ outward }) => outward[name]))
  const zeroRated = gst.returns.map(({ zero_rated }) => zero_rated.igst)
  const tax = { igst: sumOf([owed('igst'), ...zeroRated]), cgst: owed('cgst'), sgst: owed('sgst') }
  const exempt = sumOf(gst.returns.map(({ nil }) => nil.taxable))
  return {
    month,
    over: month < monthOf(ctx.now()),
    closed: closed
      ? {
          at: closed.closed_at,
          by: closed.closed_by,
          late: late.map(({ amount_paise, ...row }) => ({ ...row, amount: toRupees(amount_paise) })),
        }
      : null,
    came_in: {
      gateway: { count: came.gateway, sum: toRupees(came.gateway_paise) },
      outside: { count: came.outside, sum: toRupees(came.outside_paise) },
      total: toRupees(came.gateway_paise + came.outside_paise),
    },
    went_out: {
      refunds: { count: back.refunds, sum: toRupees(back.refunds_paise) },
      with_note: back.with_note,
      fees,
      fee_tax: settled.fee_tax,
      total: sumOf([toRupees(back.refunds_paise), fees, settled.fee_tax]),
    },
    bank: {
      payouts: settled.payouts.length,
      sum: settled.to_bank,
      read_at: settled.read_at,
      on_the_way: balance ? toRupees(balance.balance_paise) : null,
    },
    tax:
      gst.returns.length === 0
        ? null
        : { ...tax, credit: gst.credit.tax, due: sumOf([tax.igst, tax.cgst, tax.sgst, -gst.credit.tax]) },
    // A closed month shows what was stored with it.
    ...closed?.sums,
    exempt,
    late_papers: papers,
    paid_twice: twice.map(({ order_no, amount_paise }) => ({ order_no, amount: toRupees(amount_paise) })),
    differences: settled.differences,
    differences_total: settled.differences_total,
    accountants,
  }
}

/** Adds rupees by their paise. */
export const sumOf = (rupees: readonly number[]) =>
  toRupees(rupees.reduce((all, one) => all + Math.round(one * 100), 0))
