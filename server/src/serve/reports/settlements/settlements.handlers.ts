import { calls } from '../../../context.ts'
import { readSettlements } from '../../../sales/settlements/read-settlements.ts'
import { noteChange } from '../../../shop/activity/note-change.ts'
import { readSettlementMonth } from './settlement-month.ts'

export const settlementHandlers = {
  month: calls.settlements.month.handler(({ input, context }) => readSettlementMonth(context.ctx, input.month)),

  read: calls.settlements.read.handler(async ({ input: { month }, context }) => {
    const { ctx } = context
    const entries = await readSettlements(ctx, month)
    const note = { kind: 'settings', id: `settlements ${month}`, name: 'Settlements' } as const
    await noteChange(ctx.db, { ...note, after: { month, entries } })
    return readSettlementMonth(ctx, month)
  }),
}
