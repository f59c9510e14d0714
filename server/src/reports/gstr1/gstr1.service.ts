import { addDays, dayStart } from 'contract/indian-time'
import type { Db } from '../../context.ts'
import { readTaxSettings } from '../../documents/tax-settings.ts'
import { findReturnedDocuments, findReturningGstin, type ReturnedDocument } from './gstr1.queries.ts'
import { count, type Gstr1, gstr1Of, nothingCounted } from './gstr1.ts'

/** Rows in memory at once. */
const BATCH = 1_000

/**
 * The return of a month in Indian time, such as `2026-12`, of the GSTIN that the month ended under; undefined while the shop has none. A
 * month without documents has a return without rows.
 */
export async function readGstr1(ctx: { db: Db; now: () => Date }, month: string): Promise<Gstr1 | undefined> {
  const first = `${month}-01`
  const span = { from: dayStart(first), before: dayStart(`${addDays(first, 31).slice(0, 7)}-01`) }
  const gstin = (await findReturningGstin(ctx.db, span)) ?? (await readTaxSettings(ctx)).current?.gstin
  if (!gstin) return undefined
  const counted = nothingCounted()
  let rows: ReturnedDocument[] = []
  do {
    rows = await findReturnedDocuments(ctx.db, { ...span, gstin }, rows.at(-1), BATCH)
    for (const row of rows) count(counted, row)
  } while (rows.length === BATCH)
  return gstr1Of(counted, { gstin, month })
}
