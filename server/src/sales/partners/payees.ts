import type { Db } from '../../context.ts'
import { type RowOf, rupees } from '../../platform/files/columns.ts'
import { type EncryptionKeys, open, reseal, SecretBoxError, seal } from '../../platform/payments/secret-box.ts'

export type Payee = { account: string | null; ifsc: string | null; pan: string | null }
type Sealed = { partner_id: string; account_sealed: string | null; pan_sealed: string | null }
type Part = 'account' | 'pan'

const optionsOf = (keys: EncryptionKeys, { partner_id }: Pick<Sealed, 'partner_id'>, part: Part) => ({
  keys,
  aad: `partner:${part}:${partner_id}`,
})

/** Seals an account with its IFSC, or a PAN. */
export const sealPart = (keys: EncryptionKeys, of: Pick<Sealed, 'partner_id'>, part: Part, plain: string) =>
  seal(plain, optionsOf(keys, of, part))

function opened(keys: EncryptionKeys, row: Sealed, part: Part): string | null {
  const sealed = row[`${part}_sealed`]
  try {
    return sealed && open(sealed, optionsOf(keys, row, part))
  } catch (error) {
    if (error instanceof SecretBoxError) return null
    throw error
  }
}

export function payeeOf(keys: EncryptionKeys, row: Sealed): Payee {
  const [account = '', ifsc = ''] = (opened(keys, row, 'account') ?? '').split(' ')
  return { account: account || null, ifsc: ifsc || null, pan: opened(keys, row, 'pan') }
}

/** Shows what its owner recognises, and nobody can use. */
export function masked({ account, pan }: Payee): Pick<Payee, 'account' | 'pan'> {
  const [name = '', bank] = account?.split('@') ?? []
  return {
    account: account && (bank ? `${name.slice(0, 2)}••••@${bank}` : `••••••${account.slice(-4)}`),
    pan: pan && `••••••${pan.slice(-4)}`,
  }
}

/** Seals again what an older key sealed; returns how many. */
export function resealPayees(db: Db, keys: EncryptionKeys): Promise<number> {
  return db.transaction(async (trx) => {
    let count = 0
    for (const row of (await trx('partners').forUpdate()) as Sealed[])
      for (const part of ['account', 'pan'] as const) {
        const sealed = row[`${part}_sealed`]
        const renewed = sealed && reseal(sealed, optionsOf(keys, row, part))
        if (!renewed) continue
        await trx('partners')
          .where({ partner_id: row.partner_id })
          .update({ [`${part}_sealed`]: renewed })
        count += 1
      }
    return count
  })
}

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
