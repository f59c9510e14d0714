import { ENROLMENTS } from '../enrolments/enrolments.sql.ts'

/**
 * All certificates with their state, for every statement that asks for it: revoked by the shop's hand, or while the student has the
 * course no more (refunded, taken back; not after an access period that ended), which a restored course ends by itself. `reason` is null while it is valid.
 */
export const CERTIFICATES = `(
  select c.certificate_id, c.code, c.user_id, c.course_id, c.name, c.course_name, c.shop_name, c.language, c.issued_at, c.list_no, c.place,
    c.revoked_at is not null as by_hand,
    case when c.revoked_at is not null then c.revoked_reason
      when not exists (select from ${ENROLMENTS} e where e.user_id = c.user_id and e.course_id = c.course_id)
        then 'The course was refunded or taken back.'
    end as reason
  from certificates c)`

/** Who took the certificate of which course, for a statement of another feature that has to stay one. */
export const TAKEN_CERTIFICATES = '(select user_id, course_id from certificates)'
