import type { DocumentKind } from '../../contract/documents.ts'
import type { Db } from '../context.ts'
import type { DocumentFacts } from './facts.ts'

export type TaxSettingsRow = {
  id: number
  /** A day such as `2026-11-18`. */
  valid_from: string
  enabled: boolean
  legal_name: string
  address: string
  state_code: string
  gstin: string
  sac: string
  rate_basis_points: number
  prices: 'inclusive' | 'exclusive'
}

const settingsColumns = [
  'id',
  'enabled',
  'legal_name',
  'address',
  'state_code',
  'gstin',
  'sac',
  'rate_basis_points',
  'prices',
] as const

/** What was said last of each day, newest day first; at most `limit`. */
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

/** What holds on a day in India, on or off; undefined before the first. */
export function findTaxSettings(db: Db, day: string): Promise<TaxSettingsRow | undefined> {
  return db('tax_settings')
    .select(...settingsColumns, db.raw('valid_from::text'))
    .where('valid_from', '<=', day)
    .orderBy([
      { column: 'valid_from', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .first()
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

/** A paid order as a document needs it. */
export type BilledOrder = {
  order_id: string
  payment_id: string | null
  paid_at: string
  promocode: string | null
  /** What was added to prices that do not hold it; else 0. */
  tax_paise: number
  minimum_charge_paise: number
  total_paise: number
  /** What came for it; null where nothing was to be paid. Another sum than the total only where an owner granted it all the same. */
  captured_paise: number | null
  tax_settings_id: number | null
  billing_state: string | null
  billing_gstin: string | null
  billing_name: string | null
  billing_address: string | null
  /** Null once the account was deleted. */
  buyer_name: string | null
  buyer_email: string | null
}

export type BilledLine = {
  course_name: string
  quantity: number
  price_paise: number
  discount_paise: number
  total_paise: number
}

/** Locks a paid order, so that its documents are made one after the other; undefined while it is not paid. */
export async function lockBilledOrder(trx: Db, orderId: string): Promise<BilledOrder | undefined> {
  return trx('orders as o')
    .join('users as u', 'u.id', 'o.user_id')
    .where('o.order_id', orderId)
    .whereNotNull('o.paid_at')
    .forUpdate('o')
    .first(
      'o.order_id',
      'o.payment_id',
      'o.paid_at',
      'o.promocode',
      'o.tax_paise',
      'o.minimum_charge_paise',
      'o.total_paise',
      'o.captured_paise',
      'o.tax_settings_id',
      'o.billing_state',
      'o.billing_gstin',
      'o.billing_name',
      'o.billing_address',
      trx.raw('case when u.deleted_at is null then u.name end as buyer_name'),
      trx.raw('case when u.deleted_at is null then u.email end as buyer_email'),
    )
}

export function findBilledLines(db: Db, orderId: string): Promise<BilledLine[]> {
  return db('order_lines')
    .where({ order_id: orderId })
    .orderBy('position')
    .select('course_name', 'quantity', 'price_paise', 'discount_paise', 'total_paise')
}

export type DocumentRow = {
  document_id: string
  order_id: string
  refund_id: string | null
  kind: DocumentKind
  series: string
  number: number
  serial: string
  facts: DocumentFacts
  issued_at: string
}

/** The next number of a series. Others wait for this transaction to end, so none is lost and none is given twice. */
export async function takeNumber(trx: Db, series: string): Promise<number> {
  const { rows } = await trx.raw<{ rows: { last_number: number }[] }>(
    `insert into document_series (series, last_number) values (:series, 1)
     on conflict (series) do update set last_number = document_series.last_number + 1
     returning last_number`,
    { series },
  )
  return rows[0]?.last_number ?? 1
}

export async function insertDocument(trx: Db, { facts, ...row }: DocumentRow): Promise<void> {
  await trx('documents').insert({ ...row, facts: JSON.stringify(facts) })
}

/** All documents of an order, the sale's first. */
export function findOrderDocuments(db: Db, orderId: string): Promise<DocumentRow[]> {
  return db<DocumentRow>('documents').where({ order_id: orderId }).orderBy(['issued_at', 'document_id'])
}

export type NamedDocument = Pick<DocumentRow, 'document_id' | 'order_id' | 'kind' | 'serial' | 'issued_at'>

/** The documents of orders by name, the sale's first. */
export function findDocumentNames(db: Db, orderIds: readonly string[]): Promise<NamedDocument[]> {
  return db<DocumentRow>('documents')
    .whereIn('order_id', [...orderIds])
    .orderByRaw('order_id, refund_id is not null, series, number')
    .select('document_id', 'order_id', 'kind', 'serial', 'issued_at')
}

export type OwnedDocument = DocumentRow & { user_id: number; email: string | null; email_proven: boolean }

/** A document with its buyer; `email` is null once the account was deleted. */
export function findDocument(db: Db, documentId: string): Promise<OwnedDocument | undefined> {
  return db('documents as d')
    .join('orders as o', 'o.order_id', 'd.order_id')
    .join('users as u', 'u.id', 'o.user_id')
    .where('d.document_id', documentId)
    .first(
      'd.*',
      'o.user_id',
      db.raw('case when u.deleted_at is null then u.email end as email'),
      db.raw('u.email_proven_at is not null as email_proven'),
    )
}

export type RefundToBill = { refund_id: string; amount_paise: number; reason: string | null }

/**
 * Refunds of an order that came back to the buyer and have no document yet, oldest first. Of its own payment alone: one that
 * was made a second time was never sold for, and takes nothing off the invoice.
 */
export function findRefundsToBill(trx: Db, orderId: string): Promise<RefundToBill[]> {
  return trx('refunds as r')
    .join('orders as o', (on) => on.on('o.order_id', 'r.order_id').andOn('o.payment_id', 'r.payment_id'))
    .leftJoin('documents as d', 'd.refund_id', 'r.refund_id')
    .where({ 'r.order_id': orderId, 'r.status': 'processed' })
    .whereNull('d.document_id')
    .orderBy(['r.updated_at', 'r.refund_id'])
    .select('r.refund_id', 'r.amount_paise', 'r.reason')
}

/** Orders made, and refunds changed, since a moment that lack their document: a job that was lost is made up for. At most `limit` order ids. */
export async function findUnbilledOrders(db: Db, since: string, limit: number): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { order_id: string }[] }>(
    `(select o.order_id from orders o
      where o.created_at > :since and o.paid_at is not null
        and not exists (select from documents d where d.order_id = o.order_id and d.refund_id is null)
      limit :limit)
     union
     (select r.order_id from refunds r
      join orders o on o.order_id = r.order_id and o.payment_id = r.payment_id and o.paid_at is not null
      where r.status = 'processed' and r.updated_at > :since and not exists (select from documents d where d.refund_id = r.refund_id)
      limit :limit)
     limit :limit`,
    { since, limit },
  )
  return rows.map((row) => row.order_id)
}
