import { monthSpan } from 'contract/indian-time'
import type { Db } from '../../../context.ts'
import { readTaxSettings } from '../../../sales/documents/tax-settings.ts'
import { findReturnedDocuments, findReturningGstins, type ReturnedDocument } from './gstr1.queries.ts'
import { count, type Gstr1, gstr1Of, nothingCounted } from './gstr1.ts'

/** Rows in memory at once. */
const BATCH = 1_000

type Shop = { db: Db; now: () => Date }

/** The GSTINs that a return of a month in Indian time, such as `2026-12`, may be of: the shop's own where it issued no document; none without. */
export async function findGstins(ctx: Shop, month: string): Promise<string[]> {
  const found = await findReturningGstins(ctx.db, monthSpan(month))
  if (found.length > 0) return found
  const own = (await readTaxSettings(ctx)).current?.gstin
  return own ? [own] : []
}

/** The return of a month, of one GSTIN. A month without documents of it has a return without rows. */
export async function readGstr1(ctx: Pick<Shop, 'db'>, month: string, gstin: string): Promise<Gstr1> {
  const span = monthSpan(month)
  const counted = nothingCounted()
  let rows: ReturnedDocument[] = []
  do {
    rows = await findReturnedDocuments(ctx.db, { ...span, gstin }, rows.at(-1), BATCH)
    for (const row of rows) count(counted, row)
  } while (rows.length === BATCH)
  return gstr1Of(counted, { gstin, month })
}
