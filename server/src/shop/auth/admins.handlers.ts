import { VERSION } from '../../config.ts'
import { type CallContext, calls, requireAdmin } from '../../context.ts'
import { noteChange } from '../activity/note-change.ts'
import { toolsInUse } from '../moments/moments.ts'
import { findTools, saveTools } from '../settings/settings.queries.ts'
import { listAdmins, updateAdmin } from './admin-list.queries.ts'
import {
  changeAdmin,
  changeAdminPassword,
  createAdmin,
  endAdmin,
  removeSecondFactor,
  requireAdminRow,
  resetAdminPassword,
  shownAdmin,
} from './admins.service.ts'
import { placeOf } from './devices.ts'
import { endOneSession, endOtherSessions, openSessions } from './session-list.ts'

/** More than the console has. */
const MOST_TOOLS = 50

export const adminHandlers = {
  me: calls.admins.me.handler(async ({ context }) => {
    const { admin_id, second_factor_due_at: due } = requireAdmin(context)
    const { db } = context.ctx
    const [row, found, stored] = await Promise.all([requireAdminRow(db, admin_id), toolsInUse(db), findTools(db)])
    const needed = found.flat()
    const asked_tools = stored.filter((tool) => !needed.includes(tool))
    return {
      ...shownAdmin(row),
      second_factor_due_at: due?.toISOString() ?? null,
      version: VERSION,
      tools: [...needed, ...asked_tools],
      asked_tools,
      show_all: row.show_all,
    }
  }),

  showAll: calls.admins.showAll.handler(async ({ input: { show_all }, context }) => {
    await updateAdmin(context.ctx.db, requireAdmin(context).id, { show_all })
    return { message: show_all ? 'Your menu has every tool' : 'Your menu has the tools in use' }
  }),

  useTool: calls.admins.useTool.handler(({ input: { tool, used }, context }) =>
    context.ctx.db.transaction(async (trx) => {
      const before = await findTools(trx, { lock: true })
      const after = before.filter((one) => one !== tool)
      if (used) after.push(tool)
      await saveTools(trx, after.slice(-MOST_TOOLS))
      const entry = { kind: 'settings', id: 'shop', name: 'Settings' } as const
      await noteChange(trx, { ...entry, before: { [tool]: before.includes(tool) }, after: { [tool]: used } })
      return { message: used ? 'Added to the menu' : 'Removed from the menu' }
    }),
  ),

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
