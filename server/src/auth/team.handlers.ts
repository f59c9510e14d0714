import { calls, requireAdmin } from '../implement.ts'
import { listAdmins } from './team.queries.ts'
import {
  changeAdmin,
  changeAdminPassword,
  createAdmin,
  endAdmin,
  readAdmin,
  resetAdminPassword,
  shownAdmin,
} from './team.service.ts'

/** The admins of the shop, under the contract's `admins`. */
export const adminHandlers = {
  me: calls.admins.me.handler(({ context }) => readAdmin(context.ctx.db, requireAdmin(context).admin_id)),

  changePassword: calls.admins.changePassword.handler(async ({ input, context }) => {
    const { current_password: current, new_password: next } = input
    const session = await changeAdminPassword(context.ctx, requireAdmin(context), current, next, context.turn)
    return { message: 'Password changed', ...session }
  }),

  list: calls.admins.list.handler(async ({ context }) => ({
    admins: (await listAdmins(context.ctx.db)).map(shownAdmin),
  })),

  create: calls.admins.create.handler(async ({ input, context }) => ({
    message: 'Admin added successfully',
    ...(await createAdmin(context.ctx, input, context.turn)),
  })),

  update: calls.admins.update.handler(async ({ input, context }) => ({
    message: 'Admin updated successfully',
    admin: await changeAdmin(context.ctx, requireAdmin(context), input.params.admin_id, input.body),
  })),

  resetPassword: calls.admins.resetPassword.handler(async ({ input, context }) => ({
    message: 'One-time password made',
    ...(await resetAdminPassword(context.ctx, requireAdmin(context), input.params.admin_id, context.turn)),
  })),

  end: calls.admins.end.handler(async ({ input, context }) => {
    await endAdmin(context.ctx, requireAdmin(context), input.params.admin_id)
    return { message: 'Access ended' }
  }),
}
