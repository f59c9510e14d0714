import { VERSION } from '../../config.ts'
import { type CallContext, calls, requireAdmin } from '../../context.ts'
import { tabsUnused } from '../moments/moments.ts'
import { listAdmins } from './admin-list.queries.ts'
import {
  changeAdmin,
  changeAdminPassword,
  createAdmin,
  endAdmin,
  readAdmin,
  removeSecondFactor,
  resetAdminPassword,
  shownAdmin,
} from './admins.service.ts'
import { placeOf } from './devices.ts'
import { endOneSession, endOtherSessions, openSessions } from './session-list.ts'

export const adminHandlers = {
  me: calls.admins.me.handler(async ({ context }) => {
    const { admin_id, second_factor_due_at: due } = requireAdmin(context)
    const admin = await readAdmin(context.ctx.db, admin_id)
    const unused_tabs = (await tabsUnused(context.ctx.db)).flat()
    return {
      ...admin,
      second_factor_due_at: due?.toISOString() ?? null,
      version: VERSION,
      ...(unused_tabs.length > 0 && { unused_tabs }),
    }
  }),

  changePassword: calls.admins.changePassword.handler(async ({ input, context }) => {
    const { current_password: current, new_password: next } = input
    const change = { current, next, place: placeOf(context) }
    const session = await changeAdminPassword(context.ctx, requireAdmin(context), change)
    return { message: 'Password changed', ...session }
  }),

  list: calls.admins.list.handler(async ({ context }) => ({
    admins: (await listAdmins(context.ctx.db)).map(shownAdmin),
  })),

  create: calls.admins.create.handler(async ({ input, context }) => ({
    message: 'Admin added successfully',
    ...(await createAdmin(context.ctx, input)),
  })),

  update: calls.admins.update.handler(async ({ input, context }) => ({
    message: 'Admin updated successfully',
    admin: await changeAdmin(context.ctx, requireAdmin(context), input.params.admin_id, input.body),
  })),

  resetPassword: calls.admins.resetPassword.handler(async ({ input, context }) => ({
    message: 'One-time password made',
    ...(await resetAdminPassword(context.ctx, requireAdmin(context), input.params.admin_id)),
  })),

  end: calls.admins.end.handler(async ({ input, context }) => {
    await endAdmin(context.ctx, requireAdmin(context), input.params.admin_id)
    return { message: 'Access ended' }
  }),

  removeSecondFactor: calls.admins.removeSecondFactor.handler(async ({ input, context }) => ({
    message: 'Second factor removed',
    admin: await removeSecondFactor(context.ctx, requireAdmin(context), input.params.admin_id),
  })),

  sessions: calls.admins.sessions.handler(async ({ context }) => ({
    sessions: await openSessions(context.ctx, self(context)),
  })),

  endSession: calls.admins.endSession.handler(async ({ input, context }) => {
    await endOneSession(context.ctx, self(context), input.params.session_id)
    return { message: 'Logged out of that device' }
  }),

  endOtherSessions: calls.admins.endOtherSessions.handler(async ({ context }) => {
    await endOtherSessions(context.ctx, self(context))
    return { message: 'Logged out of all other devices' }
  }),
}

const self = (context: CallContext) => {
  const { id, session_id } = requireAdmin(context)
  return { audience: 'admin' as const, id, session_id }
}
