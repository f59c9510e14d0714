import { ENROLMENTS } from '../enrolments/enrolments.sql.ts'

/**
 * Lists certificates with their state: revoked by hand, or while the student lacks the course (refunded or removed; not
 * after an ended access period). A restored course ends that by itself. `reason` is null while valid.
 */
export const CERTIFICATES = `(
  select c.certificate_id, c.code, c.user_id, c.course_id, c.name, c.course_name, c.shop_name, c.language, c.issued_at, c.list_no, c.place,
    c.revoked_at is not null as by_hand,
    case when c.revoked_at is not null then c.revoked_reason
      when not exists (select from ${ENROLMENTS} e where e.user_id = c.user_id and e.course_id = c.course_id)
        then 'The course was refunded or removed.'
    end as reason
  from certificates c)`
