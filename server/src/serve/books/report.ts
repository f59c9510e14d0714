import type { BooksMonth } from 'contract/books/month'
import { toRupees } from 'contract/money'
import type { Context } from '../../context.ts'
import { findMonthRead } from '../reports/settlements/month.queries.ts'
import { readSettlementMonth } from '../reports/settlements/settlement-month.ts'
import { findPaidTwice, sumPapers, sumReceipts, sumRefunds } from './books.queries.ts'
import { readMonth, sumOf } from './month.handlers.ts'
import { sumPayouts } from './report-mail.queries.ts'
import { instantsOf, monthsOf, type ReportKind } from './report-span.ts'

/** The books of a week or month, in rupees. `tax.papers` is the GST of its documents; null without GST. */
export type Report = Pick<BooksMonth, 'came_in' | 'paid_twice' | 'differences' | 'differences_total'> & {
  went_out: Omit<BooksMonth['went_out'], 'with_note'>
  bank: Omit<BooksMonth['bank'], 'on_the_way' | 'read_at'>
  tax: { papers: number; credit: number; due: number } | null
  months: string[]
  /** The end of what is known of payouts: null before the gateway's list was read. */
  read_at: string | null
}

/** Reads what the email reports: a month as its screen has it. Days are Indian, both inclusive. */
export async function readReport(ctx: Context, kind: ReportKind, from: string, to: string): Promise<Report> {
  const months = monthsOf(from, to)
  const read = await ctx.read((db) => findMonthRead(db, months.at(-1) ?? ''))
  const rest = { months, read_at: read?.read_at ?? null }
  if (kind === 'week') return { ...(await readWeek(ctx, from, to)), ...rest }
  const { came_in, went_out, bank, tax, paid_twice, differences, differences_total } = await readMonth(
    ctx,
    months[0] ?? '',
  )
  return {
    came_in,
    went_out,
    bank,
    tax: tax && { papers: sumOf([tax.igst, tax.cgst, tax.sgst]), credit: tax.credit, due: tax.due },
    paid_twice,
    differences,
    differences_total,
    ...rest,
  }
}

/** Sums a week. Differences are those of its months so far: a payment shows as missing a week after it. */
async function readWeek(ctx: Context, from: string, to: string): Promise<Omit<Report, 'months' | 'read_at'>> {
  const span = instantsOf(from, to)
  const [settled, [came, back, twice, paid, papers]] = await Promise.all([
    Promise.all(monthsOf(from, to).map((month) => readSettlementMonth(ctx, month))),
    ctx.read((db) =>
      Promise.all([
        sumReceipts(db, span),
        sumRefunds(db, span),
        findPaidTwice(db, span),
        sumPayouts(db, span),
        sumPapers(db, span),
      ]),
    ),
  ])
  const owed = papers.reduce((all, row) => all + row.igst_paise + row.cgst_paise + row.sgst_paise, 0)
  return {
    came_in: {
      gateway: { count: came.gateway, sum: toRupees(came.gateway_paise) },
      outside: { count: came.outside, sum: toRupees(came.outside_paise) },
      total: toRupees(came.gateway_paise + came.outside_paise),
    },
    went_out: {
      refunds: { count: back.refunds, sum: toRupees(back.refunds_paise) },
      fees: toRupees(paid.fees_paise),
      fee_tax: toRupees(paid.fee_tax_paise),
      total: toRupees(back.refunds_paise + paid.fees_paise + paid.fee_tax_paise),
    },
    bank: { payouts: paid.payouts, sum: toRupees(paid.to_bank_paise) },
    tax:
      papers.length === 0
        ? null
        : {
            papers: toRupees(owed),
            credit: toRupees(paid.fee_tax_paise),
            due: toRupees(owed - paid.fee_tax_paise),
          },
    paid_twice: twice.map(({ order_no, amount_paise }) => ({ order_no, amount: toRupees(amount_paise) })),
    differences: settled.flatMap(({ differences }) => differences),
    differences_total: settled.reduce((all, { differences_total }) => all + differences_total, 0),
  }
}
