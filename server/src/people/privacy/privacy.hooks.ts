import { dayStart } from 'contract/indian-time'
import { dayEnded, personErased, todoLines, toolsOnce } from '../../shop/moments/moments.ts'
import { findDue, findUrgent, forgetNominee } from './requests.queries.ts'
import { soonOf } from './requests.service.ts'

export const joins = () => [
  /** Each erasure is a job of its own: one that fails stops no other. */
  dayEnded.by(async ({ db, queue, now }) => {
    for (const request_id of await findDue(db, now()))
      await queue.send(db, 'privacy-erase', { request_id }, { singletonKey: request_id })
  }),
  /** The row that a student made goes with them; here goes each in which another named them. */
  personErased.by((trx, { id }) => forgetNominee(trx, id)),
  toolsOnce('select from privacy_requests', 'privacy'),
  /** Lists requests that are overdue, or due by tomorrow. */
  todoLines.by(async ({ db, now }) => {
    const { count, first, since } = await findUrgent(db, soonOf(now()))
    return first === null ? [] : [{ kind: 'privacy', count, since, until: dayStart(first, 1) }]
  }),
]
