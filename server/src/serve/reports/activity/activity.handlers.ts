import { contract } from 'contract'
import { AdminRoleName } from 'contract/admins'
import { summaryOf } from 'contract/define-call'
import { dayStart } from 'contract/indian-time'
import { calls } from '../../../context.ts'
import { listActivity } from './activity.queries.ts'

const PAGE = 50

export const activityHandlers = {
  list: calls.activity.list.handler(async ({ input, context }) => {
    const { from, to, limit = PAGE, offset = 0, ...rest } = input
    const window = { limit, offset, from: from && dayStart(from), before: to && dayStart(to, 1) }
    const { rows, total } = await context.ctx.read((db) => listActivity(db, { ...rest, ...window }))
    context.setHeader('X-Total-Count', String(total))
    const activity = rows.map(({ admin_id, admin_email, admin_name, admin_role, ...row }) => ({
      ...row,
      // A key goes by its own name.
      admin: {
        admin_id,
        email: admin_email,
        name: admin_email.includes('(API key of ') ? null : admin_name,
        role: AdminRoleName.parse(admin_role),
      },
      // A call that a later version lacks shows its name.
      action: summaryOf(contract, row.call) ?? row.call,
    }))
    return { activity, total }
  }),
}
