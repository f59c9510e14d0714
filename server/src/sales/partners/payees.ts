import type { Db } from '../../context.ts'
import { day, type RowOf, rupees, time } from '../../platform/files/columns.ts'
import { type EncryptionKeys, openOrNone, resealRows, seal } from '../../platform/payments/secret-box.ts'

export type Payee = { account: string | null; ifsc: string | null; pan: string | null }
type Sealed = { partner_id: string; account_sealed: string | null; pan_sealed: string | null }
type Part = 'account' | 'pan'

const aadOf = (partnerId: string, part: Part) => `partner:${part}:${partnerId}`

/** Seals an account with its IFSC, or a PAN. */
export const sealPart = (keys: EncryptionKeys, partnerId: string, part: Part, plain: string) =>
  seal(plain, { keys, aad: aadOf(partnerId, part) })

export function payeeOf(keys: EncryptionKeys, row: Sealed): Payee {
  const opened = (part: Part) => openOrNone(row[`${part}_sealed`], { keys, aad: aadOf(row.partner_id, part) }) ?? null
  const [account = null, ifsc = null] = opened('account')?.split(' ') ?? []
  return { account, ifsc, pan: opened('pan') }
}

/** Shows what its owner recognises, and nobody can use. */
export function masked({ account, pan }: Payee): Pick<Payee, 'account' | 'pan'> {
  const [name = '', bank] = account?.split('@') ?? []
  const end = (text: string) => `••••••${text.slice(-4)}`
  return { account: account && (bank ? `${name.slice(0, 2)}••••@${bank}` : end(account)), pan: pan && end(pan) }
}

/** Seals again what an older key sealed; returns how many. */
export const resealPayees = (db: Db, keys: EncryptionKeys) =>
  resealRows<Sealed>(
    () => db('partners'),
    keys,
    ({ partner_id: id }) => ({
      account_sealed: aadOf(id, 'account'),
      pan_sealed: aadOf(id, 'pan'),
    }),
  )

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
  'Account since': time('account_at'),
  Check: 'is_new',
} as const
/** For the return of the tax that was deducted. */
export const tdsColumns = {
  Name: 'name',
  PAN: 'pan',
  Month: 'month',
  'Deducted on': day('created_at'),
  Section: 'tds_section',
  'Payment code': 'tds_code',
  Shares: rupees('shares_paise'),
  TDS: rupees('tds_paise'),
  'Paid on': day('paid_at'),
  Reference: 'reference',
  Statement: 'statement_id',
} as const
export type TaxRow = RowOf<typeof tdsColumns>

export type FileRow = RowOf<typeof payoutColumns>
