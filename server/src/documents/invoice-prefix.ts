import { indianDay } from 'contract/indian-time'
import { noteChange } from '../activity/note-change.ts'
import type { Context, Db } from '../context.ts'
import { findInvoicePrefix, saveInvoicePrefix } from '../settings/settings.queries.ts'
import { findLastNumber } from './documents.queries.ts'
import { serialOf, seriesOf } from './facts.ts'

/** What the numbers of invoices begin with, and the next of them if it is made now. */
export async function readInvoiceNumbers(ctx: Pick<Context, 'db' | 'now'>) {
  return numbersOf(ctx.db, await findInvoicePrefix(ctx.db, { lock: false }), ctx.now())
}

/** From the next invoice on. A prefix that this financial year has seen goes on after its last number. */
export async function changeInvoicePrefix(ctx: Pick<Context, 'db' | 'now' | 'log'>, prefix: string) {
  return ctx.db.transaction(async (trx) => {
    const before = await findInvoicePrefix(trx, { lock: true })
    if (before !== prefix) await saveInvoicePrefix(trx, prefix)
    const changed = before === prefix ? {} : { before: { invoice_prefix: before }, after: { invoice_prefix: prefix } }
    await noteChange(trx, { kind: 'settings', id: 'invoices', name: 'Invoice numbers', ...changed })
    ctx.log.info({ prefix }, 'invoice prefix set')
    return numbersOf(trx, prefix, ctx.now())
  })
}

async function numbersOf(db: Db, prefix: string, now: Date) {
  const series = seriesOf('invoice', indianDay(now), prefix)
  return { prefix, next: serialOf(series, (await findLastNumber(db, series)) + 1) }
}
