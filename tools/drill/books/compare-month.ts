import { createHash } from 'node:crypto'
import type { BooksMonth } from 'contract/books/month'
import { dayStart, lastDayOf, monthSpan } from 'contract/indian-time'
import { parse } from 'csv-parse/sync'
import type { TestServer } from '../../../server/test/server.ts'
import { SELLER_GSTIN } from '../../../server/test/tax-settings.ts'
import { returnedValue } from '../money/papers-book.ts'
import type { openOwnBank } from './own-bank.ts'
import type { OwnBooks } from './own-books.ts'

/** The shop under test, and the world's own account of it. */
export type Compared = {
  server: TestServer
  own: OwnBooks
  bank: ReturnType<typeof openOwnBank>
  violations: string[]
}

type Rows = Record<string, string>[]

const ENTRY =
  /<LEDGERNAME>([^<]+)<\/LEDGERNAME>(?:<ISPARTYLEDGER>Yes<\/ISPARTYLEDGER>)?<ISDEEMEDPOSITIVE>(?:Yes|No)<\/ISDEEMEDPOSITIVE><AMOUNT>(-?[\d.]+)<\/AMOUNT>/g

const paiseIn = (text: string | undefined) => Math.round(Number(text || 0) * 100)
const sumOf = (rows: Rows, column: string) => rows.reduce((all, row) => all + paiseIn(row[column]), 0)

async function fetchText({ server }: Compared, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${await server.adminToken()}` }
  const response = await server.request(`/api/admin/${path}`, { headers })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return text
}

const fetchTable = async (place: Compared, path: string): Promise<Rows> =>
  parse((await fetchText(place, `export/${path}`)).replace('\uFEFF', ''), { columns: true })

/** The bytes of every file of a month, as hashes by their paths. */
export async function hashFiles(place: Compared, month: string): Promise<Map<string, string>> {
  const span = `from=${month}-01&to=${lastDayOf(month)}`
  const ofMonth = ['receipts.csv', 'refunds.csv', 'payout_lines.csv', 'zoho.csv', 'tally.xml']
  const paths = [
    ...ofMonth.map((name) => `export/${name}?month=${month}`),
    `export/gstr1/${month}?gstin=${SELLER_GSTIN}`,
    `export/einvoice.json?${span}`,
    `export/einvoice_missing.csv?${span}`,
    `gst_summary?month=${month}`,
  ]
  const hashes = new Map<string, string>()
  for (const path of paths)
    hashes.set(
      path,
      createHash('sha256')
        .update(await fetchText(place, path))
        .digest('hex'),
    )
  return hashes
}

/** Compares every file of a month with the world's account and with SQL, and notes each sum that is another. */
export async function compareMonth(place: Compared, month: string, books: BooksMonth): Promise<void> {
  const { own, bank, violations } = place
  const is: Is = (what, found, wanted) => {
    if (Math.round(found) !== wanted)
      violations.push(`${month}, ${what}: the shop has ${Math.round(found)}, the world ${wanted}`)
  }
  const received = (way?: 'gateway' | 'outside') => own.sum(month, { kind: 'receipt', way })
  const back = (way?: 'gateway' | 'bank' | 'dispute') =>
    own.sum(month, { kind: 'back', way }) - own.sum(month, { kind: 'returned', way })
  const credits = [...bank.credits].filter(([, credit]) => credit.month === month)
  const credited = credits.reduce((all, [, { paise }]) => all + paise, 0)
  is('month, gateway', books.came_in.gateway.sum * 100, received('gateway'))
  is('month, outside', books.came_in.outside.sum * 100, received('outside'))
  is('month, refunds', books.went_out.refunds.sum * 100, back())
  is('month, bank', books.bank.sum * 100, credited)
  is('month, payouts', books.bank.payouts, credits.length)
  is('receipts.csv', sumOf(await fetchTable(place, `receipts.csv?month=${month}`), 'Amount'), received())
  const refunds = await fetchTable(place, `refunds.csv?month=${month}`)
  const ways = { Razorpay: 'gateway', 'Bank transfer': 'bank', Dispute: 'dispute' } as const
  for (const [name, way] of Object.entries(ways)) {
    const rows = refunds.filter((row) => row.Way === name)
    is(`refunds.csv, ${name}`, sumOf(rows, 'Amount') - sumOf(rows, 'Returned'), back(way))
  }
  const lines = await fetchTable(place, `payout_lines.csv?month=${month}`)
  for (const [utr, { paise }] of credits) {
    const of = lines.filter((line) => line.UTR === utr)
    is(`payout ${utr}`, sumOf(of, 'To you') - sumOf(of, 'From you'), paise)
    const unmatched = of.find((line) => !line['Order number'] || (line.Kind !== 'adjustment' && !line.Document))
    if (unmatched) violations.push(`${month}: a line of ${utr} without order or paper: ${unmatched.ID}`)
  }
  await comparePapers(place, month, { books, is, owed: back() - received() })
}

type Is = (what: string, found: number, wanted: number) => void
type Found = { books: BooksMonth; is: Is; owed: number }

async function comparePapers(place: Compared, month: string, { books, is, owed }: Found): Promise<void> {
  const papers = place.own.papers.get(month) ?? 0
  const { from, before } = monthSpan(month)
  const total = (field: string) => `coalesce(sum(sign * (facts->>'${field}_paise')::bigint), 0)::bigint as ${field}`
  type Sums = Record<'total' | 'taxable' | 'igst' | 'cgst' | 'sgst' | 'business' | 'beyond', number>
  const { rows } = await place.server.db.raw<{ rows: Sums[] }>(
    `select ${['total', 'taxable', 'igst', 'cgst', 'sgst'].map(total).join(', ')},
       count(*) filter (where facts->'buyer'->>'gstin' <> '' and kind <> 'refund_receipt')::int as business,
       coalesce(sum(sign * (facts->>'total_paise')::bigint) filter (where is_beyond), 0)::bigint as beyond
     from (select d.kind, d.facts, case when d.kind in ('credit_note', 'refund_receipt') then -1 else 1 end as sign,
         coalesce(undone.facts, d.facts) @> '{"beyond": true}' as is_beyond
       from documents d left join documents undone on undone.document_id = d.reverses
       where d.issued_at >= :from and d.issued_at < :before) papers`,
    { from, before },
  )
  const [sql] = rows
  if (!sql) throw new Error('no sums')
  is('papers', sql.total, papers)
  is('parts of the papers', sql.taxable + sql.igst + sql.cgst + sql.sgst, papers)
  is('month, IGST', (books.tax?.igst ?? 0) * 100, sql.igst)
  is('month, CGST', (books.tax?.cgst ?? 0) * 100, sql.cgst)
  const gstr1 = JSON.parse(await fetchText(place, `export/gstr1/${month}?gstin=${SELLER_GSTIN}`))
  // A refund beyond its invoice has a receipt without tax, which is in no return.
  is('GSTR-1', returnedValue(gstr1), papers - sql.beyond)
  const summary = JSON.parse(await fetchText(place, `gst_summary?month=${month}`))
  const outward: Record<string, number> = summary.returns[0]?.outward ?? {}
  is(
    'GSTR-3B',
    Object.values(outward).reduce((all, rupees) => all + Math.round(rupees * 100), 0),
    papers - sql.beyond,
  )
  const zoho = await fetchTable(place, `zoho.csv?month=${month}`)
  const isNote = (row: Rows[number]) => row.Type === 'Credit Note'
  const sold =
    sumOf(
      zoho.filter((row) => !isNote(row)),
      'Item Price',
    ) - sumOf(zoho.filter(isNote), 'Item Price')
  is('zoho.csv', sold, sql.taxable)
  const entries = [...(await fetchText(place, `export/tally.xml?month=${month}`)).matchAll(ENTRY)]
  const balance = (ledger: string) =>
    entries.reduce((all, [, name, amount]) => all - (name === ledger ? paiseIn(amount) : 0), 0)
  is('Tally, Course sales', -balance('Course sales'), sql.taxable)
  is('Tally, Output IGST', -balance('Output IGST'), sql.igst)
  is('Tally, Students', balance('Students'), papers + owed)
  const span = `from=${month}-01&to=${lastDayOf(month)}`
  const made: unknown[] = JSON.parse(await fetchText(place, `export/einvoice.json?${span}`))
  const missing = await fetchTable(place, `einvoice_missing.csv?${span}`)
  is('e-invoices', made.length + missing.length, sql.business)
}

/** Compares each line of an invoice with the definition of its tax, and finds tax that is left where all of the money went back. */
export async function compareTaxes({ server, violations }: Compared, firstDay: string): Promise<void> {
  const { rows: wrong } = await server.db.raw<{ rows: { serial: string }[] }>(
    `select d.serial from documents d cross join lateral jsonb_array_elements(d.facts->'lines') line
     cross join lateral (select (line->>'total_paise')::numeric as total, (line->>'tax_paise')::numeric as tax) l
     where d.kind = 'invoice' and d.issued_at >= :from and l.tax <> case when d.facts->>'place_of_supply' = :own
       then 2 * floor((2 * l.total * 9 + 118) / 236) else floor((2 * l.total * 18 + 118) / 236) end limit 5`,
    { from: dayStart(firstDay), own: SELLER_GSTIN.slice(0, 2) },
  )
  const { rows: left } = await server.db.raw<{ rows: { order_id: string }[] }>(
    `select order_id from (select order_id, facts, case when kind in ('credit_note', 'refund_receipt') then -1 else 1 end as sign from documents) papers
     group by order_id having sum(sign * (facts->>'total_paise')::bigint) = 0 and
       (sum(sign * (facts->>'taxable_paise')::bigint) <> 0 or sum(sign * (facts->>'cgst_paise')::bigint) <> 0) limit 5`,
  )
  for (const { serial } of wrong) violations.push(`${serial}: another tax than 18 % of its line`)
  for (const { order_id } of left) violations.push(`${order_id}: tax is left of no money`)
}
