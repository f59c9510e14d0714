import { indianDay } from 'contract/indian-time'
import type { Context, Db } from '../../context.ts'
import { invalidField } from '../../errors.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { findInvoicePrefix, saveInvoicePrefix } from '../../shop/settings/settings.queries.ts'
import { findLastNumber, raiseLastNumber } from './document-series.queries.ts'
import { invoiceSeriesOf, mostNumbersOf, serialOf } from './facts.ts'

/** So many numbers stay for the rest of the year, wherever the owner sets the next one: a slip is not taken back. */
const LEFT_FREE = 100_000

/** Reads the prefix of invoice numbers, and the next number if one is made now. */
export async function readInvoiceNumbers(ctx: Pick<Context, 'db' | 'now'>) {
  return numbersOf(ctx.db, await findInvoicePrefix(ctx.db, { lock: false }), ctx.now())
}

/**
 * Changes the prefix from the next invoice on. A prefix already used in this financial year continues after its last number. `next` moves
 * this year's series, only upwards, so that no issued number repeats. 422 for one that is not free.
 */
export async function changeInvoiceNumbers(
  ctx: Pick<Context, 'db' | 'now' | 'log'>,
  { prefix, next }: { prefix: string; next?: number | undefined },
) {
  return ctx.db.transaction(async (trx) => {
    const was = await findInvoicePrefix(trx, { lock: true })
    const before: Record<string, string> = {}
    const after: Record<string, string> = {}
    if (was !== prefix) {
      await saveInvoicePrefix(trx, prefix)
      before.invoice_prefix = was
      after.invoice_prefix = prefix
    }
    const held = await numbersOf(trx, prefix, ctx.now())
    if (next !== undefined && next !== held.next_number) {
      await setNext(trx, prefix, { now: ctx.now(), next })
      before.next_invoice = held.next
      after.next_invoice = (await numbersOf(trx, prefix, ctx.now())).next
    }
    const changed = Object.keys(after).length > 0 ? { before, after } : {}
    await noteChange(trx, { kind: 'settings', id: 'invoices', name: 'Invoice numbers', ...changed })
    ctx.log.info({ prefix, next }, 'invoice numbers set')
    return numbersOf(trx, prefix, ctx.now())
  })
}

async function setNext(trx: Db, prefix: string, { now, next }: { now: Date; next: number }): Promise<void> {
  const series = invoiceSeriesOf(indianDay(now), prefix)
  const most = mostNumbersOf(series) - LEFT_FREE
  if (next > most) throw refused(`The next number can be at most ${serialOf(series, most)}`)
  if (next > 1 && (await raiseLastNumber(trx, series, next - 1))) return
  const free = (await findLastNumber(trx, series)) + 1
  throw refused(`Numbers before ${serialOf(series, free)} may be issued already. The next number can only go up`)
}

const refused = (message: string) => invalidField('next', message)

async function numbersOf(db: Db, prefix: string, now: Date) {
  const series = invoiceSeriesOf(indianDay(now), prefix)
  const next_number = (await findLastNumber(db, series)) + 1
  return { prefix, next: serialOf(series, next_number), next_number }
}
