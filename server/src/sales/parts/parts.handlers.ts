import { addDays, indianDay } from 'contract/indian-time'
import { toRupees } from 'contract/money'
import { BOARD_ROWS } from 'contract/parts/parts'
import { MAX_PLAN_DAYS, moveRange, openUntil } from 'contract/parts/plan-parts'
import { type Context, calls, requireUser } from '../../context.ts'
import { placeOf } from '../../shop/auth/devices.ts'
import { countOnTime, findDueParts, sumOpenParts } from './due.queries.ts'
import { findPlansOf } from './parts.queries.ts'
import {
  endPlan,
  moveDate,
  payPart,
  planOfOrder,
  remindOfPart,
  requireOwnPlan,
  showPlan,
  wishDate,
} from './parts.service.ts'
import { toPlans } from './plan-wire.ts'

const SOON_DAYS = 7

export const partsHandlers = {
  mine: calls.parts.mine.handler(async ({ context }) => {
    const { ctx } = context
    return toPlans(ctx.db, await findPlansOf(ctx.db, requireUser(context).id), ctx.now())
  }),

  get: calls.parts.get.handler(async ({ input, context }) =>
    showPlan(context.ctx, await requireOwnPlan(context.ctx.db, requireUser(context), input.plan_id)),
  ),

  pay: calls.parts.pay.handler(({ input, context }) =>
    payPart(context.ctx, requireUser(context), {
      planId: input.params.plan_id,
      language: placeOf(context).language,
      state: input.body.billing_state,
    }),
  ),

  wish: calls.parts.wish.handler(({ input, context }) =>
    wishDate(context.ctx, requireUser(context), { planId: input.params.plan_id, day: input.body.due_on }),
  ),

  board: calls.parts.board.handler(({ context }) => readBoard(context.ctx)),

  ofOrder: calls.parts.ofOrder.handler(({ input, context }) => planOfOrder(context.ctx, input.order_id)),

  remind: calls.parts.remind.handler(async ({ input, context }) => {
    await remindOfPart(context.ctx, input.params.plan_id)
    return { message: 'The link is on its way' }
  }),

  move: calls.parts.move.handler(async ({ input, context }) => {
    const { plan_id, part } = input.params
    const ifMatch = input.headers?.['if-match']
    await moveDate(context.ctx, { planId: plan_id, part, day: input.body.due_on, ifMatch })
    return { message: 'Date moved' }
  }),

  end: calls.parts.end.handler(async ({ input, context }) => {
    await endPlan(context.ctx, { planId: input.params.plan_id, reason: input.body.reason })
    return { message: 'Plan ended' }
  }),
}

async function readBoard({ db, now: clock }: Context) {
  const now = clock()
  const today = indianDay(now)
  const until = addDays(today, SOON_DAYS)
  const [due, open, onTime] = await Promise.all([
    findDueParts(db, BOARD_ROWS),
    sumOpenParts(db),
    countOnTime(db, addDays(today, -MAX_PLAN_DAYS), today),
  ])
  const rows = due.map(({ agreed_paise: paise, grace_days, days, ...row }) => {
    const pauses = openUntil(row.due_on, grace_days)
    return {
      ...row,
      of: days.length,
      paise,
      amount: toRupees(paise),
      pauses_at: pauses.toISOString(),
      paused: pauses <= now,
      move: moveRange(days, row.part, today),
    }
  })
  const sum = (of: typeof rows) => ({
    amount: toRupees(of.reduce((paise, row) => paise + row.paise, 0)),
    parts: of.length,
  })
  return {
    today,
    until,
    late: sum(rows.filter(({ due_on }) => due_on < today)),
    soon: sum(rows.filter(({ due_on }) => due_on >= today && due_on <= until)),
    open: { amount: toRupees(open.paise), plans: open.plans },
    on_time: onTime,
    rows: rows.map(({ paise, ...row }) => row),
  }
}
