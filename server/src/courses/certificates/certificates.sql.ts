import { ENROLMENTS } from '../enrolments/enrolments.sql.ts'

/**
 * Lists certificates with their state: revoked by hand, or while the student lacks the course (refunded or removed; not
 * after an ended access period). A restored course ends that by itself. `reason` is null while valid. `signatory` is
 * empty for nobody, and has a null title for the teacher.
 */
export const CERTIFICATES = `(
  select c.certificate_id, c.code, c.user_id, c.course_id, c.name, c.course_name, c.shop_name, c.language, c.issued_at,
    c.look_id, coalesce(l.layout, 'framed') as layout, coalesce(nullif(l.signatory, ''), c.teacher) as signatory,
    case when l.signatory <> '' then l.signatory_title end as signatory_title,
    c.revoked_at is not null as by_hand,
    case when c.revoked_at is not null then c.revoked_reason
      when not exists (select from ${ENROLMENTS} e where e.user_id = c.user_id and e.course_id = c.course_id)
        then 'The course was refunded or removed.'
    end as reason
  from certificates c left join certificate_looks l using (look_id))`
