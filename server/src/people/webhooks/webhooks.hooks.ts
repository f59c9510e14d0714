import { toRupees } from 'contract/money'
import { courseProgress } from '../../courses/learning/learning-progress.queries.ts'
import { refundsArrived } from '../../sales/orders/moments.ts'
import { findOrder } from '../../sales/orders/orders.queries.ts'
import { findRefunds } from '../../sales/orders/refunds/refunds.queries.ts'
import { consentsUsed, factStored, processorsUsed, secretsSealed } from '../../shop/moments/moments.ts'
import { findActiveHosts, hasActiveEndpoint, resealEndpoints, wantedSince } from './endpoints.queries.ts'
import { insertEvent } from './events.queries.ts'

/** A refund is named again whenever its order changes, also after its event was forgotten. */
const FRESH_MS = 2 * 86_400_000

export const joins = () => [
  factStored.by(async (trx, fact) => {
    await insertEvent(trx, fact)
    const { event, userId, courseId, at } = fact
    if (event !== 'lesson.completed' || !courseId || !(await wantedSince(trx, 'course.completed'))) return
    const [progress] = await courseProgress(trx, userId, [courseId])
    if (progress?.course_status !== 'completed') return
    await insertEvent(trx, { event: 'course.completed', subject: `${userId} ${courseId}`, userId, courseId, at })
  }),
  refundsArrived.by(async (_ctx, trx, { order_id, refund_ids, now: at }) => {
    if (refund_ids.length === 0 || !(await wantedSince(trx, 'order.refunded'))) return
    const order = await findOrder(trx, order_id)
    if (!order) return
    for (const { refund_id, amount_paise, updated_at } of await findRefunds(trx, [order_id])) {
      const arrived = Date.parse(updated_at)
      if (!refund_ids.includes(refund_id) || arrived < Date.parse(at) - FRESH_MS) continue
      await insertEvent(trx, {
        event: 'order.refunded',
        subject: refund_id,
        userId: order.user_id,
        orderId: order_id,
        detail: { refund_id, refund_amount: toRupees(amount_paise) },
        at,
      })
    }
  }),
  secretsSealed.by(({ db, config }) => resealEndpoints(db, config.encryptionKeys)),
  processorsUsed.by(async ({ db }) => (await findActiveHosts(db)).map((name) => ({ name, use: 'events' }))),
  consentsUsed.by(async ({ db }) => ((await hasActiveEndpoint(db)) ? ['tools'] : [])),
]
