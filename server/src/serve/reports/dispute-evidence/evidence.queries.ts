import type { Db } from '../../../context.ts'
import { SOLD_TOGETHER } from '../../../sales/orders/orders.sql.ts'

/** A disputed purchase; amounts in paise, times in ISO 8601. */
export type Evidence = {
  dispute_id: string
  payment_id: string
  amount_paise: number | null
  phase: string | null
  reason_code: string | null
  opened_at: string | null
  respond_by: string | null
  order_no: string
  created_at: string
  paid_at: string | null
  total_paise: number
  captured_paise: number | null
  /** Amount of the disputed payment, possibly in another currency than the order's rupees; null while unknown. */
  came_paise: number | null
  currency: string | null
  method: string | null
  buyer_id: number
  name: string
  email: string
  phone: string
  registered_at: string
  proven_at: string | null
  lines: { course_name: string; quantity: number; total_paise: number }[]
  papers: { kind: string; serial: string; issued_at: string; total_paise: number }[]
  grants: { course_name: string; granted_at: string; revoked_at: string | null }[]
  gifts: { course_name: string; redeemed_at: string | null }[]
  refunds: { amount_paise: number; currency: string | null; status: string; channel: string; created_at: string }[]
  log_ins: { created_at: string; last_seen_at: string | null; device: string | null; address: string | null }[]
  lessons: { course_name: string; title: string; seconds: number; completed_at: string | null; updated_at: string }[]
}

const MOST_LOG_INS = 60

/** Undefined for an unknown dispute, and once the buyer's account was deleted: what is shown here is personal. */
export async function findEvidence(db: Db, disputeId: string): Promise<Evidence | undefined> {
  const { rows } = await db.raw<{ rows: Evidence[] }>(
    `select d.dispute_id, d.payment_id, d.amount_paise, d.phase, d.reason_code, d.opened_at, d.respond_by,
       o.order_no, o.created_at, o.paid_at, o.total_paise, o.captured_paise,
       came.amount_paise as came_paise, came.currency, came.method,
       u.id as buyer_id, u.name, coalesce(u.email, '') as email, coalesce(u.phone, '') as phone, u.created_at as registered_at,
       u.email_proven_at as proven_at,
       (select coalesce(jsonb_agg(jsonb_build_object('course_name', concat_ws(': ', l.bundle_name, l.course_name), 'quantity', l.quantity, 'total_paise', l.total_paise)
           order by l.position), '[]') from order_lines l where l.order_id = o.order_id) as lines,
       (select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'serial', p.serial, 'issued_at', p.issued_at,
           'total_paise', (p.facts ->> 'total_paise')::bigint) order by p.issued_at), '[]')
         from documents p where p.order_id = o.order_id) as papers,
       (select coalesce(jsonb_agg(jsonb_build_object('course_name', l.course_name, 'granted_at', e.granted_at,
           'revoked_at', e.revoked_at) order by l.position), '[]')
         from order_lines l join enrolments e on e.order_id = l.order_id and e.course_id = l.course_id
         where l.order_id = o.order_id and not l.owned) as grants,
       (select coalesce(jsonb_agg(jsonb_build_object('course_name', l.name, 'redeemed_at', g.redeemed_at)
           order by g.redeemed_at), '[]')
         from gift_codes g join ${SOLD_TOGETHER} l on l.order_id = g.order_id and l.course_id = g.course_id
         where g.order_id = o.order_id) as gifts,
       (select coalesce(jsonb_agg(jsonb_build_object('amount_paise', r.amount_paise, 'status', r.status, 'channel', r.channel,
           'created_at', r.created_at, 'currency', p.currency) order by r.created_at), '[]')
         from refunds r left join order_payments p on p.payment_id = r.payment_id where r.order_id = o.order_id and r.status <> 'failed') as refunds,
       (select coalesce(jsonb_agg(jsonb_build_object('created_at', s.created_at, 'last_seen_at', s.last_seen_at, 'device', s.device,
           'address', s.address) order by s.created_at), '[]')
         from (select * from sessions where user_id = u.id order by created_at desc limit ${MOST_LOG_INS}) s) as log_ins,
       (select coalesce(jsonb_agg(jsonb_build_object('course_name', l.course_name, 'title', coalesce(n.title, p.lesson_id),
           'seconds', p.seconds, 'completed_at', p.completed_at, 'updated_at', p.updated_at) order by l.position, n.position), '[]')
         from order_lines l
         join lesson_progress p on p.user_id = u.id and p.course_id = l.course_id and p.updated_at is not null
         left join lessons n on n.course_id = p.course_id and n.lesson_id = p.lesson_id
         where l.order_id = o.order_id and not l.owned) as lessons
     from disputes d
     join orders o on o.order_id = d.order_id
     join users u on u.id = o.user_id
     left join order_payments came on came.payment_id = d.payment_id
     where d.dispute_id = :disputeId and u.deleted_at is null`,
    { disputeId },
  )
  return rows[0]
}
