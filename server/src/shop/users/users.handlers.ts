import { calls, requireAdmin } from '../../context.ts'
import { changeCoins, readCoins } from './coins.service.ts'
import { readUser } from './users.service.ts'

export const userHandlers = {
  coins: calls.users.coins.handler(({ input, context }) => readCoins(context.ctx, input)),

  get: calls.users.get.handler(({ input, context }) => readUser(context.ctx, input.id)),

  addCoins: calls.users.addCoins.handler(({ input, context }) =>
    changeCoins(context.ctx, {
      id: input.params.id,
      change: input.query.amount,
      admin: requireAdmin(context),
      reason: input.body?.reason,
      idempotencyKey: input.headers?.['idempotency-key'],
    }),
  ),

  subtractCoins: calls.users.subtractCoins.handler(({ input, context }) =>
    changeCoins(context.ctx, {
      id: input.params.id,
      change: -input.query.amount,
      admin: requireAdmin(context),
      reason: input.body?.reason,
      idempotencyKey: input.headers?.['idempotency-key'],
    }),
  ),
}
