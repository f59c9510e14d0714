import { z } from 'zod'
import { DAY, limit } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { csv, exportCall, ofFinance } from '../exports.ts'
import { Message, Moment, MonthText, Rupees } from '../fields.ts'
import { OrderNo } from '../orders/fields.ts'
import { SettlementDifference } from '../settlements.ts'

const Counted = z.object({ count: z.number().int(), sum: Rupees })

/** Money that became known after its month was closed: it is booked when it was found. */
const LateChange = z.object({
  kind: z.enum(['receipt', 'refund']),
  order_no: OrderNo,
  amount: Rupees,
  /** The moment of the money itself. */
  of: Moment,
  booked_at: Moment,
})

/** A month of Indian time, in rupees. */
export const BooksMonth = z.object({
  month: z.string(),
  over: z.boolean(),
  /** Null while it is open; `late` lists what was found later, at most 100. */
  closed: z.object({ at: Moment, by: z.string(), late: z.array(LateChange) }).nullable(),
  came_in: z.object({ gateway: Counted, outside: Counted, total: Rupees }),
  /** Refunds that have left, their sum less what returned, with the fees of the payouts of the month and their GST. */
  went_out: z.object({ refunds: Counted, with_note: z.number().int(), fees: Rupees, fee_tax: Rupees, total: Rupees }),
  /** `on_the_way` is the balance at the gateway at the end of the month; null before the list of the gateway was read, at `read_at`. */
  bank: z.object({ payouts: z.number().int(), sum: Rupees, on_the_way: Rupees.nullable(), read_at: Moment.nullable() }),
  /** Tax of the documents; `due` is less the GST on fees, and may be negative. Null without GST. */
  tax: z.object({ igst: Rupees, cgst: Rupees, sgst: Rupees, credit: Rupees, due: Rupees }).nullable(),
  /** Taxable value of exempt supplies: input credit is reversed in their part. */
  exempt: Rupees,
  /** Invoices of the month whose money is of an earlier one, as its event was late; at most 100. */
  late_papers: z.array(z.object({ serial: z.string(), order_no: OrderNo, paid_at: Moment, issued_at: Moment })),
  /** Second payments of paid orders: they have no document and go back. */
  paid_twice: z.array(z.object({ order_no: OrderNo, amount: Rupees })),
  /** Between the list of the gateway and the orders; at most 200. */
  differences: z.array(SettlementDifference),
  differences_total: z.number().int(),
  /** Admins of the role finance, who do the books. */
  accountants: z.array(z.string()),
})
export type BooksMonth = z.output<typeof BooksMonth>

const Month = z.object({ month: MonthText })

export const books = {
  /** Returns the sums of a month: received, sent out, at the bank, and owed as tax. */
  month: defineCall({
    method: 'GET',
    path: '/admin/books/{month}',
    access: 'admin',
    roles: ['finance'],
    scope: 'numbers:read',
    summary: 'The books of a month',
  })
    .input(Month)
    .output(BooksMonth),

  /** A ZIP with every table of the month as CSV and workbook, the vouchers, the returns, the e-invoices and the documents as PDF. */
  bundle: exportCall('books.zip', 'The books of a month as a ZIP', ofFinance).input(Month).output(csv),

  /**
   * Closes a month that is over, and emails its address to admins of the role finance. Later finds are booked in the month in which they
   * are made. Payouts that were last read while the month ran are read first. 409 `conflict` while the month runs, for one that is closed, and
   * while the gateway does not answer.
   */
  closeMonth: defineCall({
    method: 'POST',
    path: '/admin/books/{month}/close',
    access: 'admin',
    roles: ['finance'],
    confirm: 'caller',
    summary: 'Close the books of a month',
    cost: 'mail',
    limits: [limit('books_close', 'caller', 12, DAY)],
    codes: ['conflict', 'confirmation_required'],
  })
    .input(Month)
    .output(Message.extend({ month: BooksMonth })),
}
