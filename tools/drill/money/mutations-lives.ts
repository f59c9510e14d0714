import type { Mutation } from './mutation.ts'

const test = 'tools/drill/lives/lives.release.test.ts'
const grants = 'server/src/courses/enrolments/grants.queries.ts'

/** An end that a renewal counts from the order before it, and stores. */
const storedEnd = `import { accessDecided } from '../orders/moments.ts'

export const joins = () => [
  accessDecided.by(async (_ctx, trx, { order_id, user_id }) => {
    const renewal = await findRenewal(trx, order_id)
    const of = { user_id, course_id: renewal?.course_id ?? '', revoked_at: null, continued: false }
    const head = await trx('enrolments').where(of).first('course_id', 'ends_at')
    if (!renewal || !head?.ends_at) return null
    const given_until = new Date(Date.parse(head.ends_at) + 31 * 86_400_000)
    return { courses: [{ course_id: head.course_id, access_period: null, given_until }] }
  }),
`

/** Faults in what refunds, bundles, renewals and tax mean for what was sold: random lives found them. */
export const livesMutations: readonly Mutation[] = [
  {
    file: 'server/src/sales/parts/parts.effects.ts',
    find: 'await reopenPlan(trx, plan)',
    replace: 'await Promise.resolve(reopenPlan)',
    test,
    named: 'a plan goes on once the refund of its part fails late',
  },
  {
    file: 'server/src/sales/parts/parts.queries.ts',
    find: 'ended_at === null && !owned',
    replace: 'ended_at === null',
    test,
    named: 'a plan takes nothing for a course that a bundle or a gift gives',
  },
  {
    file: 'server/src/sales/renewals/renewals.hooks.ts',
    find: 'export const joins = () => [\n',
    replace: storedEnd,
    test,
    named: 'a renewal whose first order goes back is a period of its own',
  },
  {
    file: grants,
    find: 'const isRunning = end !== undefined && end > granted',
    replace: 'const isRunning = end !== undefined',
    test,
    named: 'a late renewal sells no past day',
  },
  {
    file: grants,
    find: 'isRunning && months ? { ...months, count: months.count + count } : { from, count }',
    replace: '{ from, count }',
    test,
    named: 'months keep the day of the first',
  },
  {
    file: 'server/src/sales/orders/refunds/refunds.ts',
    find: "return back > 0 ? 'partially_refunded' : 'paid'",
    replace: "return back > 0 ? 'refunded' : 'paid'",
    test,
    named: 'an order whose redeemed seat stays is partially refunded',
  },
  {
    file: 'server/src/sales/parts/parts.service.ts',
    find: 'agreedPrice(agreed, await taxAt(db, now))',
    replace: '{ price_paise: due.amount_paise, tax: await taxAt(db, now), holdsTax: false }',
    test,
    named: 'a plan keeps the agreed sums',
  },
  {
    file: 'server/src/sales/referrals/referrals.service.ts',
    find: 'reason, owes: true',
    replace: 'reason',
    test,
    named: 'coins pay for one order, are owed once they are spent',
  },
  {
    file: 'server/src/sales/orders/refund-requests/request-refund.ts',
    find: 'if (order.total_paise === 0) return refundWholeFree(ctx, trx, order, request)',
    replace: '',
    test,
    named: 'coins pay for one order, are owed once they are spent',
  },
  {
    file: 'server/src/sales/options/options.service.ts',
    find: 'const isStill = base && (await holdsSeat(trx, base, course_id))',
    replace: 'const isStill = base',
    test,
    named: 'an upgrade ends with its purchase',
  },
  {
    file: 'server/src/sales/workshops/workshops.hooks.ts',
    find: ' || new Date(run.ends_at) <= now',
    replace: '',
    test,
    named: 'money that arrives once a date is over goes back',
  },
  {
    file: 'server/src/people/order-moves/order-moves.service.ts',
    find: 'await moveGrants(trx, grants, to, now)',
    replace: 'await Promise.resolve(moveGrants)',
    test,
    named: 'an order that moved ends where it went',
  },
  {
    file: 'server/src/sales/partners/tie-order.ts',
    find: 'own ? undefined : ',
    replace: '',
    test,
    named: 'a partner has a share of what others paid and stays',
  },
  {
    file: 'server/src/sales/memberships/settle-member.ts',
    find: 'await moveGrantEnd(trx, { orderId, courseId, until })',
    replace: 'await Promise.resolve(moveGrantEnd)',
    test,
    named: 'a membership that is cancelled has no days of grace',
  },
]
