import { once } from 'node:events'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { placeText } from 'contract/gst-states'
import { dayStart, lastDayOf, monthSpan } from 'contract/indian-time'
import { toRupees } from 'contract/money'
import { ZipFile } from 'yazl'
import { type CallContext, type Context, calls, type Db, requireAdmin } from '../../context.ts'
import { patiently } from '../../platform/db/knex.ts'
import { type Columns, day, rupees, time, yesOrNo } from '../../platform/files/columns.ts'
import { printedOf } from '../../sales/documents/document-file.ts'
import { findDocument } from '../../sales/documents/documents.queries.ts'
import { fileNameOf } from '../../sales/documents/pdf.ts'
import { sharesBooked } from '../../sales/orders/moments.ts'
import { csvStream, type ReadBatch } from '../../shop/exports/csv.ts'
import { findGstins, readGstr1 } from '../reports/gstr1/gstr1.service.ts'
import { findPayouts } from '../reports/settlements/month.queries.ts'
import {
  findPapers,
  findPayoutLines,
  findReceipts,
  findRefunds,
  type PaperRow,
  type PayoutLineRow,
  type ReceiptRow,
  type RefundRow,
} from './books.queries.ts'
import { eInvoiceOf } from './e-invoice.ts'
import { readGstSummary } from './gst-summary.ts'
import { importEinvoices } from './import-einvoices.ts'
import {
  type JournalRow,
  journalRows,
  paperVoucher,
  payoutVouchers,
  receiptVoucher,
  refundVoucher,
  shareVoucher,
  tallyXml,
  type Voucher,
} from './tally.ts'
import { zohoColumns, zohoRows } from './zoho-columns.ts'

/** No number is negative: a spreadsheet's guard against formulas would make it a text. */
const lineColumns: Columns<PayoutLineRow> = {
  Payout: 'settlement_id',
  UTR: 'utr',
  'Paid out': time('settled_at'),
  Kind: 'kind',
  ID: 'entity_id',
  'Order number': 'order_no',
  Document: 'document',
  Amount: rupees('amount_paise'),
  Fee: rupees('fee_paise'),
  'GST on fee': rupees('tax_paise'),
  'To you': (row) => toRupees(Math.max(0, row.credit_paise - row.debit_paise)),
  'From you': (row) => toRupees(Math.max(0, row.debit_paise - row.credit_paise)),
}

const receiptColumns: Columns<ReceiptRow> = {
  Day: day('at'),
  'Order number': 'order_no',
  Document: 'document',
  Buyer: 'buyer',
  Way: 'method',
  Reference: 'reference',
  Amount: rupees('amount_paise'),
  'Paid once more': yesOrNo('second'),
  State: (row) => placeText(row.state),
  GSTIN: 'gstin',
  'Belongs to a closed month': day('late'),
}

/** Manual journals as Zoho Books imports them: shares of partners and the tax that was kept of them. */
const journalColumns: Columns<JournalRow> = {
  'Journal Date': day('at'),
  'Journal Number': 'number',
  Notes: 'narration',
  Account: 'account',
  Debit: rupees('debit_paise'),
  Credit: rupees('credit_paise'),
}

const WAYS: Record<RefundRow['channel'], string> = { gateway: 'Razorpay', bank: 'Bank transfer', dispute: 'Dispute' }

const refundColumns: Columns<RefundRow> = {
  Day: day('at'),
  'Order number': 'order_no',
  Note: 'note',
  Buyer: 'buyer',
  Way: (row) => WAYS[row.channel],
  Reference: 'reference',
  Amount: (row) => toRupees(row.returned ? 0 : row.amount_paise),
  Returned: (row) => toRupees(row.returned ? row.amount_paise : 0),
  'Of a second payment': yesOrNo('second'),
  Reason: 'reason',
  'Belongs to a closed month': day('late'),
}

/** Rows in memory at once. */
const BATCH = 1_000

async function* readAll<Row, Asked extends unknown[]>(
  db: Db,
  read: ReadBatch<Row, Asked>,
  ...asked: Asked
): AsyncGenerator<Row> {
  let rows: Row[] = []
  do {
    rows = await read(db, rows.at(-1), BATCH, ...asked)
    yield* rows
  } while (rows.length === BATCH)
}

/** The vouchers of partners' shares of a month. */
const sharesOf = async (db: Db, month: string): Promise<Voucher[]> =>
  (await sharesBooked(db, monthSpan(month))).flat().map(shareVoucher)

/** The vouchers of a month, documents first. */
async function vouchersOf(db: Db, month: string): Promise<Voucher[]> {
  const span = monthSpan(month)
  const vouchers: Voucher[] = []
  for await (const row of readAll(db, findPapers, span)) vouchers.push(paperVoucher(row))
  for await (const row of readAll(db, findReceipts, span)) vouchers.push(receiptVoucher(row))
  for await (const row of readAll(db, findRefunds, span)) vouchers.push(refundVoucher(row))
  vouchers.push(...(await sharesOf(db, month)))
  return [...vouchers, ...(await findPayouts(db, month)).flatMap(payoutVouchers)]
}

type Business = { from: string; to: string }
/** Documents to businesses between two Indian days, both inclusive. */
const businessPapers = (db: Db, { from, to }: Business) =>
  readAll(db, findPapers, { from: dayStart(from), before: dayStart(to, 1), business: true })

const missingColumns: Columns<PaperRow & { missing: string }> = {
  Document: 'serial',
  Date: day('issued_at'),
  'Order number': 'order_no',
  Buyer: 'buyer',
  GSTIN: (row) => row.facts.buyer.gstin,
  Address: (row) => row.facts.buyer.address,
  Missing: 'missing',
}

/** The tables of a month by the name of their file. */
const tables = {
  payout_lines: (context: ForTable, month: string) =>
    csvStream(context, `payout_lines-${month}`, lineColumns, findPayoutLines, month),
  refunds: (context: ForTable, month: string) =>
    csvStream(context, `refunds-${month}`, refundColumns, findRefunds, monthSpan(month)),
  receipts: (context: ForTable, month: string) =>
    csvStream(context, `receipts-${month}`, receiptColumns, findReceipts, monthSpan(month)),
  zoho: (context: ForTable, month: string) =>
    csvStream(context, `zoho-${month}`, zohoColumns, async (db, last: PaperRow | undefined, limit) =>
      (await findPapers(db, last, limit, monthSpan(month))).flatMap(zohoRows),
    ),
  zoho_journals: (context: ForTable, month: string) =>
    csvStream(context, `zoho_journals-${month}`, journalColumns, async (db, last: JournalRow | undefined) =>
      last ? [] : (await sharesOf(db, month)).flatMap(journalRows),
    ),
}
type ForTable = Pick<CallContext, 'ctx' | 'setHeader' | 'workbook'>

const jsonFile = (value: unknown, name: string) =>
  new File([JSON.stringify(value, null, 1)], name, { type: 'application/json' })

async function tallyFile({ read }: Pick<Context, 'read'>, month: string): Promise<File> {
  const vouchers = await read((db) => patiently(db, (trx) => vouchersOf(trx, month)))
  return new File([tallyXml(vouchers)], `tally-${month}.xml`, { type: 'application/xml' })
}

async function eInvoiceFile({ read }: Pick<Context, 'read'>, span: Business): Promise<File> {
  const found: object[] = []
  await read(async (db) => {
    for await (const paper of businessPapers(db, span)) {
      const made = eInvoiceOf(paper)
      if ('json' in made) found.push(made.json)
    }
  })
  return jsonFile(found, `einvoice-${span.from}-${span.to}.json`)
}

/** All rows are one batch: a short one would end the table. */
const missingTable = (context: ForTable, span: Business) =>
  csvStream(context, 'einvoice_missing', missingColumns, async (db, last) => {
    const found: (PaperRow & { missing: string })[] = []
    if (last) return found
    for await (const paper of businessPapers(db, span)) {
      const made = eInvoiceOf(paper)
      if ('missing' in made) found.push({ ...paper, missing: made.missing })
    }
    return found
  })

/** Adds the files of a month one after the other, each made when the one before was taken. */
async function* filesOf(ctx: Context, month: string): AsyncGenerator<readonly [name: string, bytes: Buffer]> {
  const span = { from: `${month}-01`, to: lastDayOf(month) }
  const place: ForTable = { ctx, setHeader: () => {} }
  const bytesOf = async (body: ReadableStream<Uint8Array> | File) => Buffer.from(await new Response(body).arrayBuffer())
  for (const [name, table] of Object.entries(tables)) {
    yield [`${name}.csv`, await bytesOf(await table(place, month))]
    yield [`${name}.xlsx`, await bytesOf(await table({ ...place, workbook: true }, month))]
  }
  yield ['tally.xml', await bytesOf(await tallyFile(ctx, month))]
  for (const gstin of await ctx.read((db) => findGstins({ db, now: ctx.now }, month)))
    yield [`GSTR1-${gstin}.json`, Buffer.from(JSON.stringify(await ctx.read((db) => readGstr1({ db }, month, gstin))))]
  yield ['GSTR3B.json', Buffer.from(JSON.stringify(await readGstSummary(ctx, month, monthSpan(month)), null, 1))]
  yield ['einvoice.json', await bytesOf(await eInvoiceFile(ctx, span))]
  yield ['einvoice_missing.csv', await bytesOf(await missingTable(place, span))]
  const left: string[] = []
  for await (const { document_id, serial } of readAll(ctx.db, findPapers, monthSpan(month))) {
    const document = await findDocument(ctx.db, document_id)
    const bytes = document && (await printedOf(ctx, document).catch(() => undefined))
    // A document that cannot be drawn has its own alert; the rest of the month does not wait for it.
    if (bytes) yield [`papers/${fileNameOf(document)}`, bytes]
    else left.push(serial)
  }
  if (left.length > 0) yield ['papers-left-out.txt', Buffer.from(`${left.join('\n')}\n`)]
}

export const bookHandlers = {
  bundle: calls.books.bundle.handler(({ input: { month }, context }) => {
    const { ctx, setHeader } = context
    setHeader('Content-Type', 'application/zip')
    setHeader('Content-Disposition', `attachment; filename="books-${month}.zip"`)
    const zip = new ZipFile()
    const output = zip.outputStream as Readable
    const write = async () => {
      const closed = once(output, 'close')
      for await (const [name, bytes] of filesOf(ctx, month)) {
        const source = Readable.from([bytes])
        zip.addReadStreamLazy(name, { mtime: ctx.now(), mode: 0o100644 }, (taken) => taken(null, source))
        // One file at a time is in memory, and none after the download was stopped.
        await Promise.race([finished(source), closed])
        if (output.destroyed) return
      }
      zip.end()
    }
    write().catch((error: Error) => {
      ctx.log.error({ err: error, month }, 'the books ended early')
      output.destroy(error)
    })
    return Readable.toWeb(output) as unknown as ReadableStream<Uint8Array>
  }),

  payoutLines: calls.books.payoutLines.handler(({ input, context }) => tables.payout_lines(context, input.month)),
  refunds: calls.books.refunds.handler(({ input, context }) => tables.refunds(context, input.month)),
  receipts: calls.books.receipts.handler(({ input, context }) => tables.receipts(context, input.month)),
  zoho: calls.books.zoho.handler(({ input, context }) => tables.zoho(context, input.month)),

  tally: calls.books.tally.handler(async ({ input: { month }, context }) => tallyFile(context.ctx, month)),

  einvoice: calls.books.einvoice.handler(async ({ input, context }) => eInvoiceFile(context.ctx, input)),

  einvoiceMissing: calls.books.einvoiceMissing.handler(({ input, context }) => missingTable(context, input)),

  importEinvoices: calls.books.importEinvoices.handler(({ context }) =>
    importEinvoices(context.ctx, requireAdmin(context), context.upload),
  ),

  gstSummary: calls.books.gstSummary.handler(({ input: { month }, context }) =>
    readGstSummary(context.ctx, month, monthSpan(month)),
  ),
}
