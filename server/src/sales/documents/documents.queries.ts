import type { DocumentKind } from 'contract/documents'
import type { Language } from 'contract/languages'
import type { Db } from '../../context.ts'
import { SOLD_TERMS } from '../../courses/courses/courses.sql.ts'
import { prepared } from '../../platform/db/knex.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { type BilledRefund, LINE_TAXES, ORDERS, REFUNDS } from '../orders/orders.sql.ts'
import type { DocumentFacts } from './facts.ts'
import { refundedApart } from './papers-apart.sql.ts'
import type { TaxSettingsRow } from './tax-settings-row.ts'

const settingsColumns = [
  'id',
  'enabled',
  'legal_name',
  'address',
  'state_code',
  'gstin',
  'cin',
  'sac',
  'rate_basis_points',
  'prices',
] as const

/** Finds the last settings of each day, newest day first; at most `limit`. */
export function findAllTaxSettings(db: Db, limit: number): Promise<TaxSettingsRow[]> {
  return db('tax_settings')
    .distinctOn('valid_from')
    .select(...settingsColumns, db.raw('valid_from::text'))
    .orderBy([
      { column: 'valid_from', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit)
}

/** Rates and codes of courses that have their own: two objects by their ids. */
const OWN_TAXES = `(select jsonb_object_agg(x.course_id, round((x.gst_rate #>> '{}')::numeric * 100)::int)
    from ${SOLD_TERMS} x where x.gst_rate is not null) as rates,
  (select jsonb_object_agg(x.course_id, x.gst_code #>> '{}') from ${SOLD_TERMS} x where x.gst_code is not null) as sacs`

/** Selects the settings in force on `:day` in India, on or off (`TaxSettingsRow`); other features use it in their statements. */
export const TAX_SETTINGS = `select ${settingsColumns.join(', ')}, valid_from::text, ${OWN_TAXES} from tax_settings
    where valid_from <= :day order by valid_from desc, id desc limit 1`

const queryTaxSettings = prepared<TaxSettingsRow>('tax settings', () => TAX_SETTINGS)

/** Finds the settings in force on a day in India, on or off; undefined before the first. Every price calls it. */
export async function findTaxSettings(db: Db, day: string): Promise<TaxSettingsRow | undefined> {
  const [row] = await queryTaxSettings(db, { day })
  return row
}

/** Returns the first day on which the shop charged GST; null while it never did. */
export async function findTaxSince(db: Db): Promise<string | null> {
  const row: { day: string | null } | undefined = await db('tax_settings')
    .where({ enabled: true })
    .first(db.raw('min(valid_from)::text as day'))
  return row?.day ?? null
}

/** Finds the settings that an order was priced by, with the rates and codes of its courses; undefined without tax. */
export async function findTaxOfOrder(
  db: Db,
  {
    order_id,
    tax_settings_id: id,
    holds_tax,
  }: { order_id: string; tax_settings_id: number | null; holds_tax?: boolean },
): Promise<TaxSettingsRow | undefined> {
  const settings = id === null ? undefined : await findTaxSettingsById(db, id)
  const prices = holds_tax ? ({ prices: 'inclusive' } as const) : {}
  return settings && { ...settings, ...prices, ...(await findOwnTaxes(db, order_id)) }
}

/** Finds rates and codes that courses of an order had of their own when they were bought. */
export async function findOwnTaxes(db: Db, orderId: string): Promise<Pick<TaxSettingsRow, 'rates' | 'sacs'>> {
  const { rows } = await db.raw<{ rows: Pick<TaxSettingsRow, 'rates' | 'sacs'>[] }>(
    `select jsonb_object_agg(course_id, gst_basis_points) filter (where gst_basis_points is not null) as rates,
       jsonb_object_agg(course_id, sac) filter (where sac is not null) as sacs
     from ${LINE_TAXES} l where order_id = :orderId`,
    { orderId },
  )
  return rows[0] ?? {}
}

export function findTaxSettingsById(db: Db, id: number): Promise<TaxSettingsRow | undefined> {
  return db('tax_settings')
    .select(...settingsColumns, db.raw('valid_from::text'))
    .where({ id })
    .first()
}

export async function insertTaxSettings(
  db: Db,
  row: Omit<TaxSettingsRow, 'id'> & { created_at: string },
): Promise<void> {
  await db('tax_settings').insert(row)
}

export type DocumentRow = {
  document_id: string
  order_id: string
  refund_id: string | null
  /** The first invoice, where this one or its credit note stands for it since the recipient's GSTIN was added. */
  corrects: string | null
  /** The note whose money is with the shop after all, where this is its debit note. */
  reverses: string | null
  kind: DocumentKind
  series: string
  number: number
  serial: string
  facts: DocumentFacts
  issued_at: string
}

export async function insertDocument(trx: Db, { facts, ...row }: DocumentRow): Promise<void> {
  await trx('documents').insert({ ...row, facts: JSON.stringify(facts) })
}

/** Picks the sale's document of an order: of two, the reissued one. */
export const saleAmong = (documents: readonly DocumentRow[]): DocumentRow | undefined =>
  documents
    .filter(({ kind }) => kind === 'invoice' || kind === 'bill_of_supply' || kind === 'receipt')
    .findLast(({ corrects }, at) => corrects || at === 0)

/** All documents of an order, the sale's first. */
export function findOrderDocuments(db: Db, orderId: string): Promise<DocumentRow[]> {
  return db<DocumentRow>('documents').where({ order_id: orderId }).orderBy(['issued_at', 'document_id'])
}

export type NamedDocument = Pick<DocumentRow, 'document_id' | 'order_id' | 'kind' | 'serial' | 'issued_at'>

/** The documents of orders by name, the sale's first. */
export function findDocumentNames(db: Db, orderIds: readonly string[]): Promise<NamedDocument[]> {
  return db<DocumentRow>('documents')
    .whereIn('order_id', [...orderIds])
    .orderByRaw(
      "order_id, kind not in ('invoice', 'bill_of_supply', 'receipt'), corrects is not null, issued_at, series, number",
    )
    .select('document_id', 'order_id', 'kind', 'serial', 'issued_at')
}

type DocumentFile = { document_id: string; sha256: string; bytes: Buffer; kept_at: string }

/** Finds a document's stored bytes; undefined before its first drawing. */
export async function findDocumentFile(db: Db, documentId: string): Promise<Buffer | undefined> {
  const row: { bytes: Buffer } | undefined = await db('document_files')
    .where({ document_id: documentId })
    .first('bytes')
  return row?.bytes
}

/** Nothing when there are bytes already. */
export async function insertDocumentFile(db: Db, file: DocumentFile): Promise<void> {
  await db('document_files').insert(file).onConflict('document_id').ignore()
}

/** Finds an order's documents without stored bytes. */
export function findUnkeptDocuments(db: Db, orderId: string): Promise<DocumentRow[]> {
  return db<DocumentRow>('documents as d')
    .where({ order_id: orderId })
    .whereNotExists(db('document_files as f').whereRaw('f.document_id = d.document_id'))
    .orderBy(['issued_at', 'document_id'])
}

export type OwnedDocument = DocumentRow & {
  order_no: string
  user_id: number
  email: string | null
  email_proven: boolean
  language: Language
}

/** A document with its buyer; `email` is null once the account was deleted. */
export function findDocument(db: Db, documentId: string): Promise<OwnedDocument | undefined> {
  return db('documents as d')
    .join(db.raw(`${ORDERS} as o`), 'o.order_id', 'd.order_id')
    .join(db.raw(`${ACCOUNTS} as u`), 'u.id', 'o.user_id')
    .where('d.document_id', documentId)
    .first(
      'd.*',
      'o.order_no',
      'o.user_id',
      'u.language',
      db.raw('case when u.deleted_at is null then u.email end as email'),
      db.raw('u.email_proven_at is not null as email_proven'),
    )
}

/**
 * Finds an order's refunds, oldest first. Only of the payment that paid: a duplicate was no sale and takes nothing off
 * the invoice.
 */
export function findRefundsToBill(trx: Db, orderId: string): Promise<BilledRefund[]> {
  return trx(trx.raw(`${REFUNDS} as r`))
    .join(trx.raw(`${ORDERS} as o`), (on) => on.on('o.order_id', 'r.order_id').andOn('o.payment_id', 'r.payment_id'))
    .where('r.order_id', orderId)
    .orderBy(['r.updated_at', 'r.refund_id'])
    .select('r.refund_id', 'r.status', 'r.channel', 'r.amount_paise', 'r.reason', 'r.lines')
}

/** Since a moment; at most `limit` order ids after `after`, in their order, so that what cannot be mended is in nobody's way. */
export type Lacking = { since: string; limit: number; after?: string | undefined }

/** Orders with a refund that was processed since a moment, or that failed at any time: those are few. */
const REFUNDED = `select order_id from ${REFUNDS} r where status = 'processed' and updated_at > :since
  union select order_id from ${REFUNDS} r where status = 'failed'`

/** Orders paid or refunded since a moment whose documents differ from their money: a job that was lost is made up for. */
export async function findUnbilledOrders(db: Db, { since, limit, after = '' }: Lacking): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { order_id: string }[] }>(
    `(select o.order_id from ${ORDERS} o
      where o.paid_at > :since and o.order_id > :after
        and not exists (select from documents d where d.order_id = o.order_id)
      order by o.order_id limit :limit)
     union
     (select order_id from ${refundedApart(REFUNDED)} apart where order_id > :after order by order_id limit :limit)
     order by order_id
     limit :limit`,
    { since, after, limit },
  )
  return rows.map((row) => row.order_id)
}

/** Orders with a document that was issued since a moment and has no file yet. */
export function findUnkeptOrders(db: Db, { since, limit, after = '' }: Lacking): Promise<string[]> {
  return db('documents as d')
    .where('d.issued_at', '>', since)
    .where('d.order_id', '>', after)
    .whereNotExists(db('document_files as f').whereRaw('f.document_id = d.document_id'))
    .distinct('d.order_id')
    .orderBy('d.order_id')
    .limit(limit)
    .pluck('d.order_id')
}

/** The documents by their number, for a statement of another feature that has to stay one. */
export const SERIALS = '(select order_id, serial from documents)'

/** Counts the issued documents of a student (`users.id`); the newest says until when the law wants them. */
export async function countPapersOf(db: Db, userId: number): Promise<{ count: number; newest: string | null }> {
  return db('documents as d')
    .join(db.raw(`${ORDERS} as o`), 'o.order_id', 'd.order_id')
    .where('o.user_id', userId)
    .first(db.raw('count(*)::int as count'), db.raw('max(d.issued_at) as newest'))
}
