import { ACCOUNTS } from '../../../shop/users/accounts.sql.ts'
import { leftOutOf, PAID_BINDING } from '../audience.queries.ts'
import { type Check, SHOWN_COURSES } from '../outbox.queries.ts'
import { SEQUENCE_ENDS } from './sequence-ends.sql.ts'

/** Leaves out readers of sequences before they take a turn of the pace: most of those whom an event happens to never agreed to news. */
export const sequenceCheck =
  (now: () => Date): Check =>
  async (trx, rows) => {
    const ids = rows.filter(({ sequence_id }) => sequence_id !== null).map(({ recipient_id }) => recipient_id)
    if (ids.length === 0) return new Map()
    const { rows: out } = await trx.raw<{ rows: { recipient_id: number; reason: string }[] }>(
      `select * from (
         select r.recipient_id, coalesce(${SEQUENCE_ENDS}, ${leftOutOf('r.channel', SHOWN_COURSES)}) as reason
         from letter_recipients r join letters l using (letter_id) join ${ACCOUNTS} u on u.id = r.user_id
         where r.recipient_id = any(cast(:ids as bigint[]))
       ) judged where reason is not null`,
      { ids, now: now(), ...PAID_BINDING },
    )
    return new Map(out.map(({ recipient_id, reason }) => [recipient_id, reason]))
  }
