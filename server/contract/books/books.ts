import { z } from 'zod'
import type { Scope } from '../api-scopes.ts'
import { defineCall } from '../define-call.ts'
import { csv, exportCall, ofFinance } from '../exports.ts'
import { Day, MonthText, Rupees } from '../fields.ts'

const Month = z.object({ month: MonthText })

/** Declares a table of a month in Indian time, for whoever does the books. Sums agree to the paisa with documents and payments. */
const tableCall = (file: string, summary: string, scope: Scope) =>
  exportCall(`${file}.csv`, summary, { ...ofFinance, scope })
    .input(Month)
    .output(csv)

/** Sums of a part of GSTR-3B, in rupees; negative where notes of the month take back more than it sold. */
const TaxSums = z.object({ taxable: Rupees, igst: Rupees, cgst: Rupees, sgst: Rupees })

export const GstSummary = z.object({
  month: z.string(),
  /** Empty without GST. Each has a return of its own. */
  returns: z.array(
    z.object({
      gstin: z.string(),
      /** Table 3.1(a): outward supplies at a rate above 0 but those of (b), less credit notes, plus debit notes. */
      outward: TaxSums,
      /** Table 3.1(b): to units and developers in Special Economic Zones, with payment of tax. */
      zero_rated: z.object({ taxable: Rupees, igst: Rupees }),
      /** Table 3.1(c): supplies at rate 0. */
      nil: z.object({ taxable: Rupees }),
      /** Table 3.2: of `outward`, to consumers in other states, by state. */
      unregistered: z.array(z.object({ place_of_supply: z.string(), taxable: Rupees, igst: Rupees })),
    }),
  ),
  /** Table 4(A)(5): the GST that the gateway charged on its fees in the payouts of the month, which the bank credit is less by. */
  credit: z.object({ fees: Rupees, tax: Rupees }),
})
export type GstSummary = z.output<typeof GstSummary>

export const books = {
  /** A line per payment, refund and correction of each payout of a month, with its order, invoice, fee and GST of the fee. */
  payoutLines: tableCall('payout_lines', 'Lines of the payouts of a month as CSV', 'numbers:read'),

  /** Refunds that left in a month, by their day and way, with the note of each. */
  refunds: tableCall('refunds', 'Refunds of a month as CSV', 'orders:read'),

  /** Money that arrived in a month, by the day received, with the way, the reference, the state and the GSTIN. */
  receipts: tableCall('receipts', 'Money received in a month as CSV', 'orders:read'),

  /** Documents of a month in the columns of Zoho Books' import, a line of a document each. */
  zoho: tableCall('zoho', 'Invoices and notes of a month for Zoho Books', 'orders:read'),

  /** Vouchers for TallyPrime: sales, credit and debit notes, receipts, refunds and the fees of the gateway. Each balances. */
  tally: exportCall('tally.xml', 'Vouchers of a month for Tally', { ...ofFinance, scope: 'orders:read' })
    .input(Month)
    .output(z.file()),

  /** Documents to businesses between two Indian days, both inclusive, for the offline tool of the e-invoice portal (schema 1.1). */
  einvoice: exportCall('einvoice.json', 'E-invoices as the portal’s JSON', { ...ofFinance, scope: 'orders:read' })
    .input(z.object({ from: Day, to: Day }))
    .output(z.file()),

  /** Documents to businesses of the same span that lack what an e-invoice needs, with the reason. */
  einvoiceMissing: exportCall('einvoice_missing.csv', 'Papers that lack what an e-invoice needs', {
    ...ofFinance,
    scope: 'orders:read',
  })
    .input(z.object({ from: Day, to: Day }))
    .output(csv),

  /** The rows of GSTR-3B for a month, from documents and payouts. */
  gstSummary: defineCall({
    method: 'GET',
    path: '/admin/gst_summary',
    access: 'admin',
    roles: ['finance'],
    scope: 'numbers:read',
    summary: 'GSTR-3B of a month',
  })
    .input(Month)
    .output(GstSummary),
}
