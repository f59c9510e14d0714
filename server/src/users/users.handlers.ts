import { calls, requireAdmin } from '../implement.ts'
import { changeCoins, readCoins } from './coins.service.ts'
import { listUsers } from './users.queries.ts'
import { correct, deleteUser, readPurchases, readUser, sendAccess } from './users.service.ts'

export const userHandlers = {
  coins: calls.users.coins.handler(({ input, context }) => readCoins(context.ctx, input)),

  list: calls.users.list.handler(async ({ input, context }) => {
    const { users, total } = await listUsers(context.ctx.db, input)
    context.setHeader('X-Total-Count', String(total))
    return users
  }),

  get: calls.users.get.handler(({ input, context }) => readUser(context.ctx, input.id)),

  update: calls.users.update.handler(async ({ input, context }) => ({
    message: 'User updated successfully',
    user: await correct(context.ctx, input.params.id, input.body),
  })),

  sendAccess: calls.users.sendAccess.handler(async ({ input, context }) => {
    await sendAccess(context.ctx, input.params.id)
    return { message: 'Access mail sent' }
  }),

  delete: calls.users.delete.handler(async ({ input, context }) => {
    await deleteUser(context.ctx, input.params.id)
    return { message: 'User deleted successfully' }
  }),

  orders: calls.users.orders.handler(({ input, context }) => readPurchases(context.ctx, input.id)),

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
