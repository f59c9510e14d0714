import { DAY_MS, indianDay } from 'contract/indian-time'
import type { Db } from '../../context.ts'
import { countIssuedSince, findSeries, raiseLastNumber } from '../../sales/documents/document-series.queries.ts'
import { allSeriesOf, mostNumbersOf, serialOf } from '../../sales/documents/facts.ts'
import { raiseOrderNumber } from '../../sales/orders/order-numbers.queries.ts'
import { countOrdersSince } from '../../sales/orders/orders.queries.ts'
import { findInvoicePrefix } from '../../shop/settings/settings.queries.ts'

/** A series continues at the start of a thousand, after at least so many numbers that may be issued since. */
const LEAST_MARGIN = 1_000
const STEP = 1_000
/** A day since the backup counts as ten usual ones. */
const BURST = 10
const USUAL_DAYS = 30

/** The next number of a series, and the last one that the database knows; 0 for a series that it does not have. */
export type Jump = { series: string; last: number; next: string }

/**
 * Moves every series, and the numbers of orders, above the highest number that the shop may have issued since a moment from which the database knows nothing more, for those documents are
 * with their buyers. Returns the moves; a series without room stays, with the number that it had.
 */
export async function jumpNumbers(
  trx: Db,
  { backupAt, now }: { backupAt: Date; now: Date },
): Promise<{ jumps: Jump[]; full: string[] }> {
  const prefix = await findInvoicePrefix(trx, { lock: true })
  const known = new Map((await findSeries(trx)).map(({ series, last_number }) => [series, last_number]))
  // A series of this year, or of a kind that was not issued before, may have begun since.
  for (const day of [indianDay(backupAt), indianDay(now)])
    for (const series of allSeriesOf(day, prefix)) if (!known.has(series)) known.set(series, 0)
  const usual = new Date(backupAt.getTime() - USUAL_DAYS * DAY_MS).toISOString()
  const days = Math.max(1, Math.ceil((now.getTime() - backupAt.getTime()) / DAY_MS))
  const marginOf = (count: number) => Math.max(LEAST_MARGIN, Math.ceil((count / USUAL_DAYS) * days * BURST))
  await raiseOrderNumber(trx, { margin: marginOf(await countOrdersSince(trx, usual)), step: STEP })
  const margin = marginOf(await countIssuedSince(trx, usual))
  const jumps: Jump[] = []
  const full: string[] = []
  for (const [series, last] of [...known].toSorted(([a], [b]) => a.localeCompare(b))) {
    const to = Math.ceil((last + margin) / STEP) * STEP
    if (to >= mostNumbersOf(series)) full.push(series)
    else if (await raiseLastNumber(trx, series, to)) jumps.push({ series, last, next: serialOf(series, to + 1) })
  }
  return { jumps, full }
}
