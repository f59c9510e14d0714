import { calls, requireUser } from '../../context.ts'
import { type Columns, rupees, time } from '../../platform/files/columns.ts'
import { csvStream } from '../../shop/exports/csv.ts'
import { findMemberRows, type MemberRow } from './members.queries.ts'
import { listMemberships } from './memberships.queries.ts'
import {
  cancelMembership,
  endMember,
  joinMembership,
  listOwn,
  listShown,
  membershipOfOrder,
  removeMembership,
  saveMembership,
  toMember,
  toMembership,
} from './memberships.service.ts'

const MOST_LISTED = 50

type ShownRow = MemberRow & { state: string; access_until: string | null }

const memberColumns: Columns<ShownRow> = {
  Membership: 'name',
  Name: 'student',
  Email: 'email',
  State: 'state',
  Price: rupees('price_paise'),
  Rhythm: 'period',
  Joined: time('created_at'),
  Debits: 'debits',
  'Paid until': time('paid_until'),
  'Access until': time('access_until'),
  'Next debit': time('charge_at'),
  Ended: time('ended_at'),
  'Subscription ID': 'subscription_id',
}

export const membershipHandlers = {
  list: calls.memberships.list.handler(async ({ input, context }) => {
    const { ctx } = context
    const { q = '', limit = MOST_LISTED, offset = 0 } = input
    const words = q.toLowerCase().split(/\s+/)
    const isFound = ({ name }: { name: string }) => words.every((word) => name.toLowerCase().includes(word))
    const found = (await listMemberships(ctx.db)).filter(isFound)
    context.setHeader('X-Total-Count', String(found.length))
    const shown = found.slice(offset, offset + limit).map((row) => toMembership(ctx, row))
    return { memberships: await Promise.all(shown) }
  }),

  add: calls.memberships.add.handler(async ({ input, context }) => ({
    message: 'Membership saved',
    membership: await saveMembership(context.ctx, input.body),
  })),

  save: calls.memberships.save.handler(async ({ input, context }) => ({
    message: 'Membership saved',
    membership: await saveMembership(context.ctx, input.body, {
      id: input.params.membership_id,
      ifMatch: input.headers?.['if-match'],
    }),
  })),

  remove: calls.memberships.remove.handler(async ({ input, context }) => {
    await removeMembership(context.ctx, input.params.membership_id)
    return { message: 'Membership deleted' }
  }),

  ofOrder: calls.memberships.ofOrder.handler(({ input, context }) => membershipOfOrder(context.ctx, input.order_id)),

  shown: calls.memberships.shown.handler(({ context }) => listShown(context.ctx)),

  start: calls.memberships.start.handler(({ input, context }) =>
    joinMembership(context.ctx, requireUser(context), {
      membershipId: input.membership_id,
      billing: input,
      expectedPrice: input.expected_price,
      touches: input.touches,
    }),
  ),

  mine: calls.memberships.mine.handler(({ context }) => listOwn(context.ctx, requireUser(context))),

  cancel: calls.memberships.cancel.handler(({ input, context }) =>
    cancelMembership(context.ctx, requireUser(context), input.params.id),
  ),

  end: calls.memberships.end.handler(async ({ input, context }) => ({
    message: 'Membership ended',
    membership: await endMember(context.ctx, input.params.member_id, input.body),
  })),

  file: calls.exports.members.handler(({ context }) => {
    const now = context.ctx.now()
    return csvStream(context, 'members', memberColumns, async (db, after: ShownRow | undefined, limit) =>
      (await findMemberRows(db, after, limit)).map((row) => ({ ...row, ...toMember(row, now) })),
    )
  }),
}
