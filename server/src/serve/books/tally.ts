import { indianDay } from 'contract/indian-time'
import type { BookedShare } from '../../sales/orders/moments.ts'
import type { PaperRow, ReceiptRow, RefundRow } from './books.queries.ts'

/**
 * Vouchers in the XML that TallyPrime imports (its developer reference, "Understanding Integration – Transactions"): a debit is a negative
 * amount with `ISDEEMEDPOSITIVE` Yes, a credit a positive one with No, and the entries of a voucher sum to 0.
 */

const ledgers = {
  sales: ['Course sales', 'Sales Accounts'],
  sez: ['Course sales, SEZ', 'Sales Accounts'],
  exempt: ['Course sales, exempt', 'Sales Accounts'],
  cgst: ['Output CGST', 'Duties & Taxes'],
  sgst: ['Output SGST', 'Duties & Taxes'],
  igst: ['Output IGST', 'Duties & Taxes'],
  students: ['Students', 'Sundry Debtors'],
  gateway: ['Razorpay', 'Bank Accounts'],
  bank: ['Bank', 'Bank Accounts'],
  cash: ['Cash', 'Cash-in-Hand'],
  fees: ['Gateway fees', 'Indirect Expenses'],
  input: ['Input GST on gateway fees', 'Duties & Taxes'],
  disputes: ['Disputes at the gateway', 'Current Liabilities'],
  shares: ['Shares of partners', 'Indirect Expenses'],
  partners: ['Partners', 'Sundry Creditors'],
  tds: ['TDS payable', 'Duties & Taxes'],
} as const
type Ledger = keyof typeof ledgers

/**
 * A voucher: `entries` are debits in paise, credits negative; they sum to 0. `id` is the same in every file, so that Tally changes the voucher of a
 * month that is imported twice. A contra holds cash and bank alone, a payment credits one of them, and a journal has neither.
 */
export type Voucher = {
  id: string
  type: 'Sales' | 'Credit Note' | 'Debit Note' | 'Receipt' | 'Payment' | 'Contra' | 'Journal'
  number: string
  /** ISO 8601. */
  at: string
  narration: string
  entries: Partial<Record<Ledger, number>>
}

const NOTES = { credit_note: 'Credit Note', refund_receipt: 'Credit Note', debit_note: 'Debit Note' } as const

/** The voucher of a document; a note of a refund is a sale the other way round. */
export function paperVoucher({ document_id, kind, serial, issued_at, order_no, buyer, facts }: PaperRow): Voucher {
  const type = NOTES[kind as keyof typeof NOTES] ?? 'Sales'
  const sign = type === 'Credit Note' ? -1 : 1
  const free = facts.rates?.filter(({ rate_basis_points }) => rate_basis_points === 0) ?? []
  const exempt = free.reduce((paise, row) => paise + row.taxable_paise, 0)
  const against = facts.against ? `, against ${facts.against.serial}` : ''
  return {
    id: document_id,
    type,
    number: serial,
    at: issued_at,
    narration: `Order ${order_no}, ${buyer}${against}`,
    entries: {
      students: sign * facts.total_paise,
      [facts.buyer.sez ? 'sez' : 'sales']: -sign * (facts.taxable_paise - exempt),
      exempt: -sign * exempt,
      cgst: -sign * facts.cgst_paise,
      sgst: -sign * facts.sgst_paise,
      igst: -sign * facts.igst_paise,
    },
  }
}

const AT: Record<string, Ledger> = { cash: 'cash', bank_transfer: 'bank', upi: 'bank' }

/** The voucher of money received: at the gateway, or where an offline payment arrived. */
export function receiptVoucher(row: ReceiptRow): Voucher {
  const outside = row.payment_id.startsWith('outside_')
  const into = (outside && AT[row.method ?? '']) || (outside ? 'bank' : 'gateway')
  const second = row.second ? ', paid once more' : ''
  return {
    id: row.payment_id,
    type: 'Receipt',
    number: row.payment_id,
    at: row.at,
    narration: `Order ${row.order_no}, ${row.buyer}, ${row.reference}${second}`,
    entries: { [into]: row.amount_paise, students: -row.amount_paise },
  }
}

const FROM: Record<RefundRow['channel'], Ledger> = { gateway: 'gateway', bank: 'bank', dispute: 'disputes' }

/** The voucher of money that went back, or returned. A lost dispute was deducted by the gateway, so its payout balances it. */
export function refundVoucher(row: RefundRow): Voucher {
  const sign = row.returned ? -1 : 1
  const what = row.returned ? 'Returned refund' : 'Refund'
  const type = row.returned ? 'Receipt' : 'Payment'
  return {
    id: `move_${row.move_id}`,
    type: row.channel === 'dispute' ? 'Journal' : type,
    number: row.returned ? `${row.refund_id} returned` : row.refund_id,
    at: row.at,
    narration: `${what} of order ${row.order_no}, ${row.buyer}${row.reference ? `, ${row.reference}` : ''}`,
    entries: { students: sign * row.amount_paise, [FROM[row.channel]]: -sign * row.amount_paise },
  }
}

/** The voucher of a share that is owed, with the tax that is kept of it, or of its transfer. */
export function shareVoucher(row: BookedShare): Voucher {
  const { statement_id, kind, at, month, partner, reference, shares_paise, tds_paise, section } = row
  const owed = shares_paise - tds_paise
  const tax = tds_paise > 0 ? `, TDS by section ${section}` : ''
  const isPaid = kind === 'payment'
  return {
    id: `${kind}_${statement_id}`,
    type: isPaid ? 'Payment' : 'Journal',
    number: isPaid ? `${statement_id} paid` : statement_id,
    at,
    narration: `Share of ${partner ?? 'an erased partner'} for ${month}${isPaid ? `, ${reference}` : tax}`,
    entries: isPaid ? { partners: owed, bank: -owed } : { shares: shares_paise, partners: -owed, tds: -tds_paise },
  }
}

/** The rows of a voucher, as accounting programs import journals. */
export const journalRows = ({ number, at, narration, entries }: Voucher): JournalRow[] =>
  Object.entries(entries).flatMap(([ledger, paise]) =>
    paise === 0
      ? []
      : [
          {
            number,
            at,
            narration,
            account: ledgers[ledger as Ledger][0],
            debit_paise: Math.max(paise, 0),
            credit_paise: Math.max(-paise, 0),
          },
        ],
  )

export type JournalRow = Pick<Voucher, 'number' | 'at' | 'narration'> & {
  account: string
  debit_paise: number
  credit_paise: number
}

type Payout = {
  settlement_id: string
  utr: string | null
  settled_at: string | null
  fees_paise: number
  fee_tax_paise: number
  adjustments_paise: number
  to_bank_paise: number
}

/** Builds the vouchers of a payout: the sum at the bank, the fees, and disputes that the gateway took or returned. None for one without a day. */
export function payoutVouchers(payout: Payout): Voucher[] {
  const { settlement_id, utr, settled_at, fees_paise, fee_tax_paise, adjustments_paise, to_bank_paise } = payout
  if (!settled_at) return []
  const narration = `Payout ${settlement_id}${utr ? `, UTR ${utr}` : ''}`
  const voucher = (type: Voucher['type'], part: string, debits: Voucher['entries']): Voucher => {
    const sum = Object.values(debits).reduce((all, paise) => all + paise, 0)
    const number = part ? `${settlement_id} ${part}` : settlement_id
    const entries = { ...debits, gateway: -sum }
    return { id: number, type, number, at: settled_at, narration: part ? `${narration}, ${part}` : narration, entries }
  }
  return [
    voucher('Contra', '', { bank: to_bank_paise }),
    voucher(fees_paise + fee_tax_paise < 0 ? 'Receipt' : 'Payment', 'fees', { fees: fees_paise, input: fee_tax_paise }),
    voucher(adjustments_paise > 0 ? 'Receipt' : 'Payment', 'disputes', { disputes: -adjustments_paise }),
  ]
}

const escaped = (text: string) =>
  text
    // XML 1.0 has no place for other control characters.
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const rupees = (paise: number) =>
  `${paise < 0 ? '-' : ''}${Math.floor(Math.abs(paise) / 100)}.${String(Math.abs(paise) % 100).padStart(2, '0')}`

const ledgerXml = ([name, parent]: readonly [string, string]) =>
  `<TALLYMESSAGE xmlns:UDF="TallyUDF"><LEDGER NAME="${escaped(name)}" ACTION="Create"><NAME>${escaped(name)}</NAME><PARENT>${escaped(parent)}</PARENT></LEDGER></TALLYMESSAGE>`

function voucherXml({ id, type, number, at, narration, entries }: Voucher): string {
  const rows = Object.entries(entries).filter(([, paise]) => paise !== 0)
  const lines = rows.map(([ledger, paise]) => {
    const [name] = ledgers[ledger as Ledger]
    const party = ledger === 'students' ? '<ISPARTYLEDGER>Yes</ISPARTYLEDGER>' : ''
    return `<ALLLEDGERENTRIES.LIST><LEDGERNAME>${escaped(name)}</LEDGERNAME>${party}<ISDEEMEDPOSITIVE>${paise > 0 ? 'Yes' : 'No'}</ISDEEMEDPOSITIVE><AMOUNT>${rupees(-paise)}</AMOUNT></ALLLEDGERENTRIES.LIST>`
  })
  const party = 'students' in entries ? `<PARTYLEDGERNAME>${escaped(ledgers.students[0])}</PARTYLEDGERNAME>` : ''
  const day = indianDay(new Date(at)).replaceAll('-', '')
  return `<TALLYMESSAGE xmlns:UDF="TallyUDF"><VOUCHER VCHTYPE="${type}" ACTION="Create" REMOTEID="${escaped(`skillhaat-${id.replaceAll(' ', '-')}`)}" OBJVIEW="Accounting Voucher View"><DATE>${day}</DATE><VOUCHERTYPENAME>${type}</VOUCHERTYPENAME><VOUCHERNUMBER>${escaped(number)}</VOUCHERNUMBER><REFERENCE>${escaped(number)}</REFERENCE>${party}<PERSISTEDVIEW>Accounting Voucher View</PERSISTEDVIEW><NARRATION>${escaped(narration)}</NARRATION>${lines.join('')}</VOUCHER></TALLYMESSAGE>`
}

/** Builds the file of a month: the ledgers that the vouchers name, which Tally skips where it has them, then the vouchers. */
export function tallyXml(vouchers: readonly Voucher[]): string {
  const moving = vouchers.filter(({ entries }) => Object.values(entries).some((paise) => paise !== 0))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>',
    '<REQUESTDESC><REPORTNAME>All Masters</REPORTNAME></REQUESTDESC><REQUESTDATA>',
    ...Object.values(ledgers).map(ledgerXml),
    ...moving.map(voucherXml),
    '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>',
    '',
  ].join('\n')
}
