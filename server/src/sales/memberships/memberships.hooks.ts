import { z } from 'zod'
import { dashboardFilled, factStored, pagesListed, personErased, toolsOnce } from '../../shop/moments/moments.ts'
import { accessDecided, ordersShown } from '../orders/moments.ts'
import { eventUnknown } from '../orders/webhooks/webhook.ts'
import { grantsOf } from './member-state.ts'
import {
  endMembersOf,
  findBySubscription,
  findDebit,
  findMember,
  findMembershipsOf,
  findMembersOf,
  hasAnyMember,
} from './members.queries.ts'
import { listMemberships } from './memberships.queries.ts'
import { membershipPath } from './memberships.service.ts'

const part = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .object({ entity: z.object(shape) })
    .optional()
    .catch(undefined)
const id = z.string().max(64).nullish()

/** States of a subscription that takes no debit any more. */
const Over = z.enum(['cancelled', 'expired'])

const Event = z.object({
  payload: z.object({
    subscription: part({
      id,
      status: z.string().optional().catch(undefined),
      paid_count: z.number().optional().catch(undefined),
    }),
    invoice: part({ subscription_id: id }),
    payment: part({ invoice_id: id, notes: z.object({ member_id: id }).optional().catch(undefined) }),
  }),
})

export const joins = () => [
  /** A debit opens the courses of its membership until the end of its cycle and the days of grace; a stray one opens none, and its money goes back. */
  accessDecided.by(async (_ctx, trx, { order_id, user_id, now }) => {
    const debit = await findDebit(trx, order_id)
    const member = debit && (await findMember(trx, debit.member_id))
    if (!debit || !member) return null
    // The same fact follows without this detail, as a repeat.
    await factStored(trx, {
      event: 'order.paid',
      subject: order_id,
      userId: user_id,
      orderId: order_id,
      detail: { membership_id: member.membership_id },
      at: now,
    })
    return { courses: debit.stray ? [] : grantsOf(member, debit) }
  }),
  ordersShown.by(async (db, orderIds) =>
    (await findMembershipsOf(db, orderIds)).map(({ order_id, membership_id }) => ({
      order_id,
      buy_again: `/dashboard?${new URLSearchParams({ join: membership_id })}`,
      stays: 'A payment of a membership cannot be moved: the membership is its member’s',
    })),
  ),
  /** An event only wakes: what it says counts for nothing, and the gateway is read. One that is lost is made good by the sweep. */
  eventUnknown.by(async ({ queue }, trx, body) => {
    const { subscription, invoice, payment } = Event.safeParse(body).data?.payload ?? {}
    const subscriptionId = subscription?.entity.id ?? invoice?.entity.subscription_id
    const noted = payment?.entity.notes?.member_id
    if (subscriptionId || noted) {
      const member = subscriptionId ? await findBySubscription(trx, subscriptionId) : await findMember(trx, noted ?? '')
      if (member)
        await queue.send(trx, 'settle-member', { member_id: member.member_id }, { singletonKey: member.member_id })
      // One that nobody paid is over, such as the second of two tabs: there is nothing to match.
      const { status, paid_count } = subscription?.entity ?? {}
      return member !== undefined || (paid_count === 0 && Over.safeParse(status).success)
    }
    const invoice_id = payment?.entity.invoice_id
    if (!invoice_id || !(await hasAnyMember(trx))) return false
    await queue.send(trx, 'settle-invoice', { invoice_id }, { singletonKey: invoice_id })
    return true
  }),
  pagesListed.by(async ({ read }) =>
    (await read((db) => listMemberships(db, { state: 'on_sale' }))).map(({ membership_id, created_at }) => ({
      path: membershipPath(membership_id),
      changed_at: created_at,
      undivided: true as const,
    })),
  ),
  dashboardFilled.by(async (db, { userId }) =>
    (await findMembersOf(db, userId)).length > 0 ? 'memberships' : undefined,
  ),
  personErased.by((trx, { id }) => endMembersOf(trx, id)),
  toolsOnce('select from memberships', 'memberships'),
]
