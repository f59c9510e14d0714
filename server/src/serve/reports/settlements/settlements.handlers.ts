import { calls } from '../../../context.ts'
import { readSettlements } from '../../../sales/settlements/read-settlements.ts'
import { noteChange } from '../../../shop/activity/note-change.ts'
import { readLines, readNextPayout } from './next-payout.ts'
import { readSettlementMonth } from './settlement-month.ts'

/** Rows of a page where the caller names no number. */
const PAGE = 50

export const settlementHandlers = {
  next: calls.settlements.next.handler(({ context }) => readNextPayout(context.ctx)),

  lines: calls.settlements.lines.handler(async ({ input: { payout, limit = PAGE, offset = 0 }, context }) => {
    const { lines, total } = await readLines(context.ctx, { payout, limit, offset })
    context.setHeader('X-Total-Count', String(total))
    return { lines }
  }),

  month: calls.settlements.month.handler(({ input, context }) => readSettlementMonth(context.ctx, input.month)),

  read: calls.settlements.read.handler(async ({ input: { month }, context }) => {
    const { ctx } = context
    const entries = await readSettlements(ctx, month)
    const note = { kind: 'settings', id: `settlements ${month}`, name: 'Settlements' } as const
    await noteChange(ctx.db, { ...note, after: { month, entries } })
    return readSettlementMonth(ctx, month)
  }),
}
