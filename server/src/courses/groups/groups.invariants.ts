import { invariant } from '../../platform/invariants/invariant.ts'

/** Courses with a group, as the bot reads them. */
const GROUPED = `(select course_id, (extras -> 'group' ->> 'chat_id')::bigint as chat_id from courses where jsonb_typeof(extras -> 'group') = 'object')`

export const groupHasAccess = invariant(
  'Whoever is in a group has access to its course.',
  `select m.chat_id as id, 'student ' || u.user_id || ' has no access to a course of the group' as what
  from group_members m join users u on u.id = m.user_id join telegram_groups g on g.chat_id = m.chat_id and g.problem is null
  -- Whom the bot cannot remove stands on the to-do list.
  where m.state = 'in' and m.problem is null and exists (select from telegram_config) and exists (select from ${GROUPED} c where c.chat_id = m.chat_id)
    -- The bot acts every five minutes.
    and m.changed_at < cast(:now as timestamptz) - interval '1 hour'
    and not exists (select from enrolments e join ${GROUPED} c on c.course_id = e.course_id and c.chat_id = m.chat_id
      where e.user_id = m.user_id and (e.revoked_at is null and not e.continued or e.revoked_at > cast(:now as timestamptz) - interval '1 hour')
        and (e.ends_at is null or e.ends_at > cast(:now as timestamptz) - interval '1 hour'))`,
)
