import { calls } from '../../context.ts'
import { correct, deleteUser, readPurchases, sendAccess } from './managed-account.service.ts'

/** Joins what an admin does with a student's account across features. */
export const managedAccountHandlers = {
  update: calls.users.update.handler(async ({ input, context }) => ({
    message: 'User updated successfully',
    user: await correct(context.ctx, input.params.id, input.body),
  })),

  sendAccess: calls.users.sendAccess.handler(async ({ input, context }) => {
    await sendAccess(context.ctx, input.params.id)
    return { message: 'Access email sent' }
  }),

  delete: calls.users.delete.handler(async ({ input, context }) => {
    await deleteUser(context.ctx, input.params.id)
    return { message: 'User deleted successfully' }
  }),

  orders: calls.users.orders.handler(({ input, context }) => readPurchases(context.ctx, input.id)),
}
