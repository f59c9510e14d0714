import { dayStart } from 'contract/indian-time'
import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { findDue, findUrgent, forgetNominee } from './requests.queries.ts'
import { soonOf } from './requests.service.ts'

type PrivacyHooks = Hooks<Context>

/** Each erasure is a job of its own: one that fails stops no other. */
export const dayEnded: PrivacyHooks['dayEnded'] = async ({ db, queue, now }) => {
  for (const request_id of await findDue(db, now()))
    await queue.send(db, 'privacy-erase', { request_id }, { singletonKey: request_id })
}

/** The row that a student made goes with them; here goes each in which another named them. */
export const personErased: PrivacyHooks['personErased'] = (_ctx, trx, { id }) => forgetNominee(trx, id)

/** Lists requests that are overdue, or due by tomorrow. */
export const todoLines: PrivacyHooks['todoLines'] = async ({ db, now }) => {
  const { count, first, since } = await findUrgent(db, soonOf(now()))
  return first === null ? [] : [{ kind: 'privacy', count, since, until: dayStart(first, 1) }]
}

export const waitingCounted: PrivacyHooks['waitingCounted'] = async ({ db, now }) => {
  const { count } = await findUrgent(db, soonOf(now()))
  return count > 0 ? { privacy: count } : {}
}
