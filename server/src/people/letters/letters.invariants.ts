import { MESSAGES } from 'contract/sequences'
import { invariant } from '../../platform/invariants/invariant.ts'

/** Messages about somebody's own purchase or course need no consent to news. */
const OWN = MESSAGES.map((trigger) => `'${trigger}'`).join(', ')

export const lettersGoToTheAgreed = invariant(
  'News goes only to students who agreed to it.',
  `select r.letter_id as id, 'student ' || u.user_id || ' had not agreed at ' || r.handing_at as what
  from letter_recipients r join letters l on l.letter_id = r.letter_id join users u on u.id = r.user_id
  left join sequences s on s.sequence_id = l.sequence_id
  where r.handing_at > cast(:now as timestamptz) - interval '7 days' and not l.notice and l.move_id is null
    and (s.trigger is null or s.trigger not in (${OWN}))
    and (select k.agreed from consents k where k.user_id = r.user_id and k.changed_at <= r.handing_at
      and k.purpose = case r.channel when 'email' then 'news_email' else 'news_message' end order by k.id desc limit 1) is not true`,
)
