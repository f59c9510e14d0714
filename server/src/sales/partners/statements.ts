import { addDays, dayStart, indianDay } from 'contract/indian-time'
import type { Context } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { noteChange, noteRepeat } from '../../shop/activity/note-change.ts'
import { findPayouts, insertStatements, lockStatement, markPaid } from './partners.queries.ts'

/** Makes the statements of the last month that lack. A sum below the least payout waits for the next month. */
export function makeStatements({ db, now }: Context): Promise<void> {
  const first = `${indianDay(now()).slice(0, 7)}-01`
  return insertStatements(db, { month: addDays(first, -1).slice(0, 7), at: dayStart(first), now: now() })
}

/** Notes the transfer of a statement. The same reference once more changes nothing. */
export async function payStatement(ctx: Context, statementId: string, reference: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const before = await lockStatement(trx, statementId)
    const [row] = await findPayouts(trx, ctx.now(), { statementId })
    if (!before || !row) throw plainError('not_found', 'Statement not found')
    if (before.reference === reference) return noteRepeat()
    if (before.reference !== null) throw plainError('conflict', `This statement was paid with ${before.reference}`)
    await markPaid(trx, statementId, { reference, paid_at: ctx.now() })
    await ctx.queue.send(trx, 'partner-paid-mail', { statement_id: statementId })
    const name = `${row.name ?? 'Erased partner'}, ${row.month}`
    await noteChange(trx, { kind: 'other', id: row.partner_id, name, after: { reference } })
  })
}
