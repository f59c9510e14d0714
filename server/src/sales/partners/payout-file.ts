import { type RowOf, rupees } from '../../platform/files/columns.ts'

/** For the bank's form, and the return of the tax that was deducted. */
export const payoutColumns = {
  Name: 'name',
  'UPI ID': 'upi',
  'Account number': 'number',
  IFSC: 'ifsc',
  Amount: rupees('pay_paise'),
  Shares: rupees('shares_paise'),
  TDS: rupees('tds_paise'),
  Section: 'tds_section',
  PAN: 'pan',
  Month: 'month',
  Statement: 'statement_id',
} as const
export type PayoutRow = RowOf<typeof payoutColumns>
