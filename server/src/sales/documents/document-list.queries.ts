import type { DocumentKind } from 'contract/documents'
import type { Knex } from 'knex'
import type { Db } from '../../context.ts'
import { everyWord } from '../../platform/db/like.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { ORDERS } from '../orders/orders.sql.ts'

export type DocumentQuery = {
  q?: string | undefined
  kind?: DocumentKind | undefined
  sort?: 'newest' | 'oldest' | undefined
  /** First instant, inclusive, and the instant after the last one. */
  from?: string | undefined
  before?: string | undefined
  limit: number
  offset: number
}

export type ListedDocument = {
  document_id: string
  kind: DocumentKind
  serial: string
  issued_at: string
  order_id: string
  order_no: string
  buyer: string
  gstin: string | null
  total_paise: number
  replaced: boolean
}

/**
 * The buyer of a row of `documents` as lists name them. An issued document keeps the person; who looks through lists meets them no more
 * once the account was deleted. A business is named by the law.
 */
const LIVES = `not exists (
  select from ${ORDERS} o join ${ACCOUNTS} u on u.id = o.user_id
  where o.order_id = documents.order_id and u.deleted_at is not null)`
const BUSINESS = `(case when facts->'buyer'->>'gstin' is not null or ${LIVES} then nullif(facts->'buyer'->>'business_name', '') end)`
const PERSON = `(case when ${LIVES} then facts->'buyer'->>'name' end)`

/** One window of the documents, and how many match in all. */
export async function listDocuments(
  db: Db,
  { sort, limit, offset, ...filter }: DocumentQuery,
): Promise<{ rows: ListedDocument[]; total: number }> {
  const order = sort === 'oldest' ? 'issued_at, document_id' : 'issued_at desc, document_id desc'
  return readPage<ListedDocument>(db, narrow(db('documents'), filter), { limit, offset }, (window) =>
    db('documents')
      .whereIn('document_id', window.select('document_id').orderByRaw(order))
      .orderByRaw(order)
      .select('document_id', 'kind', 'serial', 'issued_at', 'order_id')
      .select(
        db.raw(
          `coalesce(${BUSINESS}, ${PERSON}, 'Deleted account') as buyer,
           exists (select from documents c where c.corrects = documents.document_id) as replaced,
           facts->'buyer'->>'gstin' as gstin, (select o.order_no from ${ORDERS} o where o.order_id = documents.order_id) as order_no,
           (facts->>'total_paise')::bigint as total_paise`,
        ),
      ),
  )
}

type Filter = Pick<DocumentQuery, 'q' | 'kind' | 'from' | 'before'>

function narrow(documents: Knex.QueryBuilder, { q, kind, from, before }: Filter): Knex.QueryBuilder {
  if (kind) documents.where({ kind })
  if (from) documents.where('issued_at', '>=', from)
  if (before) documents.where('issued_at', '<', before)
  if (q) {
    const equal = ['order_id = ?', `order_id = (select o.order_id from ${ORDERS} o where o.order_no = upper(?))`]
    documents.whereRaw(...everyWord(q, ['serial', PERSON, BUSINESS], { equal }))
  }
  return documents
}
