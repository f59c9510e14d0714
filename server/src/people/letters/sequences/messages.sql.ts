import { isProtectedPerson } from '../../../shop/consents/protected.sql.ts'
import { NUDGE_TRIGGERS } from './nudges.sql.ts'

/** Triggers about what a student has: a course, an order, a live lesson. */
export const OWN_TRIGGERS = `('receipt', 'due', 'live', ${NUDGE_TRIGGERS.slice(1)}`

const TOO_LATE = `case when r.until < cast(:now as timestamptz) then 'late' end`

/** Says why a message `r` ends. Features of live lessons and due dates know more: `messageNeeded`. */
export const MESSAGE_ENDS = {
  receipt: `(select case when not o.status = any(:paid) then 'refunded' end from orders o where o.order_id = r.occasion)`,
  due: TOO_LATE,
  live: TOO_LATE,
} as const

/** Meta counts a template of the letter `l` as something else than utility, in a language that the student `u` may get. */
const IS_MARKETING = `exists (
  select from whatsapp_templates w where w.name = l.template->>'name' and w.language in (u.language, l.template->>'language')
    and w.status = 'APPROVED' and w.category <> 'UTILITY')`

const AGREED = `(select k.agreed from consents k where k.user_id = u.id and k.purpose = 'news_message' order by k.id desc limit 1)`

/** The student `u` wrote STOP, and agreed to nothing since. */
export const STOPPED_MESSAGES = `exists (
  select from whatsapp_people w where w.user_id = u.id and w.stopped_at is not null and not exists (
    select from consents k where k.user_id = u.id and k.purpose = 'news_message' and k.agreed and k.changed_at > w.stopped_at))`

/** Says why the student `u` gets nothing of the letter `l` about what they have; `holders` selects known holders of accounts `a`. */
export const leftOutOfOwn = (holders: string) => `case
  when u.deleted_at is not null or (case r.channel when 'email' then u.email else u.phone end) is null then 'ended'
  when not exists (${holders} and a.id = u.id) then 'unproven'
  when not u.reminders and not exists (select from sequences s where s.sequence_id = l.sequence_id and s.trigger = 'receipt')
    then 'reminders_off'
  when ${isProtectedPerson('u.id')} and exists (select from sequences s where s.sequence_id = l.sequence_id and s.trigger in ${NUDGE_TRIGGERS})
    then 'no_consent'
  when r.channel = 'email' and u.email_refused_at is not null then 'bounced'
  when r.channel = 'whatsapp' and exists (select from whatsapp_people w where w.user_id = u.id and w.dead_phone = u.phone) then 'bounced'
  when r.channel = 'whatsapp' and ${STOPPED_MESSAGES} then 'stopped'
  when r.channel = 'whatsapp' and ${IS_MARKETING} and ${AGREED} is not true then 'no_consent'
end`
