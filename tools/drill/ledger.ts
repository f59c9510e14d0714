import type { Knex } from 'knex'
import { findBroken } from '../../server/test/invariants.ts'

/**
 * Rules that hold once the shop caught up, over the gateway's ledger and the shop's tables. Each statement finds the rows
 * that break its rule; `what` is the row in words.
 */
/** Part of the payment `p` for the order: the gateway keeps a convenience fee of the buyer. */
const agreed = '(p.amount_paise - p.buyer_fee_paise)'

/** Worth of the payment `p` to its order: an offer of the gateway pays the rest. */
const worth = '(p.amount_paise - p.buyer_fee_paise + p.offer_paise)'

/** Total of the document of the order `o`: the captured sum. */
const charged = 'coalesce(o.captured_paise, o.total_paise)'

/** All captured payments of the order `o` are at most its total: parts, which wait for the owner. */
const inParts = `(select sum(a.amount_paise - a.buyer_fee_paise) from sandbox.payments a
  join sandbox.orders b on b.order_id = a.order_id left join sandbox.links c on c.link_id = b.link_id
  where a.captured and coalesce(c.reference_id, b.notes ->> 'order_id') = o.order_id) <= o.total_paise`

/** The rest of the payment `p` reaches a rupee, the gateway's minimum for a refund. */
const stored = '(p.amount_paise - p.buyer_fee_paise - p.amount_refunded_paise >= 100)'

/** Returned part of the payment `p`: refunds, and sums of lost disputes. */
const input = `(
  select coalesce(sum(amount_paise), 0) as back from (
    select amount_paise from sandbox.refunds where payment_id = p.payment_id and status = 'processed'
    union all select deducted_paise from sandbox.disputes where payment_id = p.payment_id and status = 'lost') b
) given`

/** The payment `p` has an open or lost dispute: nothing is refunded automatically. */
const disputed = `exists (select from sandbox.disputes d where d.payment_id = p.payment_id and d.status in ('open', 'under_review', 'lost'))`

/** A refund of the gateway, `s`, failed after it was processed: its effects stay, and the owner sends it again. */
const failedLate = `exists (select from order_events n where n.kind = 'refund_processed' and n.detail like '%' || s.refund_id)`

/** The shop's order `l.reference_id` of the payment `p`, by its link or by the sheet of the pay page. */
const attempted = `(
  select g.order_id as gateway_order_id, k.link_id, coalesce(k.reference_id, g.notes ->> 'order_id') as reference_id
  from sandbox.orders g left join sandbox.links k on k.link_id = g.link_id
) l on l.gateway_order_id = p.order_id`

const rules: { rule: string; sql: string }[] = [
  {
    rule: 'every captured payment pays exactly its order, or is given back',
    sql: `select p.payment_id || ' for ' || coalesce(l.reference_id, 'nothing') || ', order ' || coalesce(o.status, 'unknown')
            as what
          from sandbox.payments p
          left join ${attempted}
          left join orders o on o.order_id = l.reference_id
          left join users u on u.id = o.user_id
          where p.captured and (o.status is null
            -- A refund that the gateway let fail is the owner's, who was written.
            or (o.payment_id is distinct from p.payment_id and ${stored} and not ${disputed} and not ${inParts} and not exists (
              select from refunds f where f.payment_id = p.payment_id and f.origin = 'duplicate_payment' and f.status = 'failed'))
            or (o.payment_id = p.payment_id and (l.link_id is not null and o.gateway_link_id is distinct from l.link_id
              or o.captured_paise is distinct from ${agreed}
              or o.status not in ('paid', 'refunded', 'partially_refunded', 'review')
              or (o.status = 'review' and u.deleted_at is null and ${worth} = o.total_paise
                -- Its coins went back and are spent: the owner decides.
                and not exists (select from coin_spends s where s.order_id = o.order_id and s.returned > 0)))))`,
  },
  {
    rule: 'an order is paid at most once',
    sql: `select l.reference_id as what from sandbox.payments p join ${attempted} join orders o on o.order_id = l.reference_id
          where p.captured and not ${inParts} and ${stored} and not ${disputed} and not exists (
              select from refunds f where f.payment_id = p.payment_id and f.origin = 'duplicate_payment' and f.status = 'failed')
          group by 1 having count(*) > 1`,
  },
  {
    rule: 'a paid order is free or has its money at the gateway',
    sql: `select o.order_id as what from orders o
          where o.status in ('paid', 'refunded', 'partially_refunded') and o.total_paise > 0
            -- A part that was paid and went back is refunded, and was never paid.
            and not (o.status = 'refunded' and o.paid_at is null)
            and o.order_id not in (select order_id from outside_payments) and not exists (
            select from sandbox.payments p join ${attempted}
            where l.reference_id = o.order_id and p.captured and ${worth} >= o.total_paise)`,
  },
  {
    rule: 'a paid line is exactly one enrolment of its buyer, unless that was there before',
    sql: `select o.order_id || ' ' || l.course_id || ': ' || count(e.id) as what
          from orders o join order_lines l on l.order_id = o.order_id
          left join enrolments e on e.user_id = o.user_id and e.course_id = l.course_id and e.revoked_at is null and not e.continued
          where o.status in ('paid', 'partially_refunded') and not exists (
            select from order_events n where n.order_id = o.order_id and n.kind in ('already_owned', 'not_given', 'base_gone')
              and l.course_id = any(string_to_array(n.detail, ', ')))
            and not exists (select from refund_seats s join refunds r on r.refund_id = s.refund_id
              where r.order_id = o.order_id and r.status = 'processed' and s.course_id = l.course_id and s.seat = 0)
          group by o.order_id, l.course_id having count(e.id) <> 1`,
  },
  {
    rule: 'nothing unpaid is granted',
    sql: `select e.user_id || ' ' || e.course_id || ' from ' || coalesce(e.order_id, e.gift_code) as what
          from enrolments e
          where e.revoked_at is null and e.order_id is not null and not exists (
            select from orders o join order_lines l on l.order_id = o.order_id
            where o.order_id = e.order_id and o.user_id = e.user_id and l.course_id = e.course_id
              and o.status in ('paid', 'partially_refunded'))`,
  },
  {
    rule: 'an order whose money is all back leaves nobody with its courses, redeemed gifts included',
    sql: `select o.order_id || ': user ' || e.user_id || ' has ' || e.course_id || ' by ' || coalesce(e.gift_code, 'it') as what
          from orders o join sandbox.payments p on p.payment_id = o.payment_id
          cross join lateral ${input}
          join enrolments e on e.revoked_at is null and (e.order_id = o.order_id
            or e.gift_code in (select code from gift_codes g where g.order_id = o.order_id))
          where given.back >= ${agreed}`,
  },
  {
    rule: 'redeemed seats that are kept when the rest goes back are paid for',
    sql: `select o.order_id || ': ' || given.paise || ' back and ' || kept.seats || ' seats of ' || kept.paise || ' kept, of '
            || o.captured_paise as what
          from orders o
          cross join lateral (select coalesce(sum(amount_paise), 0) as paise from refunds
            where order_id = o.order_id and payment_id = o.payment_id and status = 'processed' and origin <> 'dashboard') given
          cross join lateral (select count(*) as seats,
              coalesce(sum(case when o.promocode_seats is not null then l.price_paise else l.total_paise / l.quantity end), 0) as paise
            from gift_codes g join enrolments e on e.gift_code = g.code and e.revoked_at is null
            join order_lines l on l.order_id = g.order_id and l.course_id = g.course_id
            where g.order_id = o.order_id) kept
          -- A seat is rounded to a paisa.
          where given.paise + kept.paise > o.captured_paise + kept.seats and o.captured_paise >= o.total_paise and exists (
            select from refunds k where k.order_id = o.order_id and k.redeemed = 'keep' and k.status = 'processed')`,
  },
  {
    rule: 'a use of a limited code, or of one of 100 %, is as many seats of a course as it may be, and a buyer holds one that is not paid',
    sql: `select o.order_id || ' ' || l.course_id || ': ' || l.discount_paise || ' off ' || l.price_paise as what
          from orders o join order_lines l on l.order_id = o.order_id
          left join promocodes c on c.id = o.promocode_id
          where (o.promocode_discount = 100 or c.max_uses is not null or c.max_uses_per_buyer is not null)
            and l.discount_paise > l.price_paise * coalesce(c.max_seats, 1)
          union all
          select o.user_id || ' has ' || count(*) || ' open orders with ' || c.promocode
          from orders o join promocodes c on c.id = o.promocode_id and (c.max_uses is not null or c.max_uses_per_buyer is not null)
          where o.status = 'created' group by o.user_id, c.promocode having count(*) > 1`,
  },
  {
    rule: 'every further paid seat is one gift code, and no other is there; open ones go with the money',
    sql: `select o.order_id || ' ' || l.course_id || ': ' || count(g.code) || ' of ' || (l.quantity - 1) as what
          from orders o join order_lines l on l.order_id = o.order_id
          left join gift_codes g on g.order_id = o.order_id and g.course_id = l.course_id
          group by o.order_id, o.status, o.paid_at, l.course_id, l.quantity
          having count(g.code) <> case when o.paid_at is not null then l.quantity - 1 else 0 end
            or (o.status = 'refunded' and count(*) filter (
              where g.code is not null and g.redeemed_at is null and g.revoked_at is null) > 0)`,
  },
  {
    rule: 'an order that was paid has exactly one receipt and one entry of its payment, another none',
    sql: `select o.order_id || ' ' || o.status || ': ' || receipts.count || ' receipts, ' || entries.count || ' entries' as what
          from orders o
          cross join lateral (select count(*) from pgboss.job
            where name = 'receipt-mail' and data ->> 'order_id' = o.order_id) receipts
          cross join lateral (select count(*) from order_events
            where order_id = o.order_id and kind = 'paid') entries
          where receipts.count <> case when o.paid_at is not null then 1 else 0 end or entries.count <> receipts.count
            or (o.paid_at is null and o.status in ('paid', 'partially_refunded'))`,
  },
  {
    rule: 'an order that was paid has one document of its sale over what it cost, another none',
    sql: `select o.order_id || ' ' || o.status || ': ' || count(d.document_id) || ' documents over ' || coalesce(max((d.facts ->> 'total_paise')::bigint), 0)
            || ' of ' || ${charged} as what
          from orders o left join documents d on d.order_id = o.order_id and d.refund_id is null and d.corrects is null and d.reverses is null
          group by o.order_id
          having count(d.document_id) <> case when o.paid_at is not null then 1 else 0 end
            or max((d.facts ->> 'total_paise')::bigint) <> ${charged}`,
  },
  {
    rule: 'the papers of an order sum to what was charged less what was refunded',
    sql: `select o.order_id || ': papers over ' || papers.paise || ', charged ' || ${charged} || ', back ' || back.paise as what
          from orders o
          cross join lateral (select coalesce(sum(
              case when kind in ('credit_note', 'refund_receipt') then -1 else 1 end * (facts ->> 'total_paise')::bigint), 0) as paise
            from documents where order_id = o.order_id) papers
          cross join lateral (select coalesce(sum(amount_paise), 0) as paise from refunds
            where order_id = o.order_id and payment_id = o.payment_id and status = 'processed') back
          where o.paid_at is not null and papers.paise <> ${charged} - back.paise`,
  },
  {
    rule: 'the notes of a refund that no debit note reverses are over its amount, and of one that failed there is none',
    sql: `select r.refund_id || ' ' || r.status || ' over ' || r.amount_paise || ': notes over ' || notes.paise as what
          from refunds r join orders o on o.order_id = r.order_id
          cross join lateral (select coalesce(sum((d.facts ->> 'total_paise')::bigint), 0) as paise from documents d
            where d.refund_id = r.refund_id and not exists (select from documents n where n.reverses = d.document_id)) notes
          where o.paid_at is not null
            and notes.paise <> case when r.status = 'processed' and r.payment_id = o.payment_id then r.amount_paise else 0 end`,
  },
  {
    rule: 'the numbers of a series have no gap and none twice',
    sql: `select s.series || ': ' || count(d.number) || ' numbers up to ' || s.last_number as what
          from document_series s left join documents d on d.series = s.series
          group by s.series, s.last_number
          having count(distinct d.number) <> s.last_number or max(d.number) is distinct from s.last_number`,
  },
  {
    rule: 'no order is open whose link is closed',
    sql: `select o.order_id || ', link ' || l.status as what
          from orders o join sandbox.links l on l.reference_id = o.order_id
          where o.status = 'created' and l.status <> 'created'
            -- A long run reaches the end of its first links, some of them just after the shop has asked about all.
            and not (l.status = 'expired' and l.expired_at >= l.expire_by and l.expired_at > now() - interval '10 minutes')`,
  },
  {
    rule: 'what was paid for something owned is given back, and no more',
    sql: `select o.order_id || ': ' || count(r.refund_id) || ' refunds over ' || coalesce(sum(r.amount_paise), 0) || ' of ' || own.paise as what
          from orders o left join refunds r on r.payment_id = o.payment_id and r.origin = 'duplicate_payment'
          cross join lateral (
            select sum(case when o.promocode_seats < l.quantity
                then (l.price_paise * (o.promocode_seats - l.quantity) + l.total_paise) / o.promocode_seats
              else l.total_paise / l.quantity end) as paise,
              count(*) = (select count(*) from order_lines a where a.order_id = o.order_id) as everything
            from order_events e join order_lines l on l.order_id = e.order_id and l.course_id = any(string_to_array(e.detail, ', '))
            where e.order_id = o.order_id and e.kind in ('already_owned', 'not_given')) own
          -- A code may have made the buyer's own seat free.
          where o.total_paise > 0 and own.paise >= 100
          -- What went back by hand is not asked for; it is when that fails, and then it goes in parts.
          group by o.order_id, own.paise, own.everything
          having (count(r.refund_id) = 0 and not exists (select from sandbox.disputes p where p.payment_id = o.payment_id) and not exists (
              select from sandbox.refunds s where s.payment_id = o.payment_id and s.status <> 'failed'))
            -- A seat is rounded to a paisa; where nothing was new, all of the payment goes back.
            or sum(r.amount_paise) filter (where r.status <> 'failed') > case when own.everything then o.captured_paise else own.paise + 1 end`,
  },
  {
    rule: 'a refund of ours is one refund at the gateway, and ended alike',
    sql: `select f.refund_id || ' ' || f.status || ': ' || count(r.refund_id) || ' at the gateway' as what
          from refunds f left join sandbox.refunds r on r.payment_id = f.payment_id and r.notes ->> 'refund_id' = f.refund_id
          where f.origin <> 'dashboard' and f.channel = 'gateway'
            -- Until the bank lets go of the money it waits.
            and not (f.status = 'requested' and exists (select from sandbox.disputes d
              where d.payment_id = f.payment_id and d.status in ('open', 'under_review'))) group by f.refund_id, f.status, f.amount_paise
          having not (f.status = 'failed' and count(r.refund_id) = 0)
            and (count(r.refund_id) <> 1 or max(r.status) <> f.status or max(r.amount_paise) <> f.amount_paise)`,
  },
  {
    rule: 'a refund is sent to the gateway once: whoever sends it again reads first',
    sql: `select notes ->> 'refund_id' || ': ' || sum(posts) || ' POSTs' as what from sandbox.refunds
          where notes ->> 'refund_id' is not null group by notes ->> 'refund_id' having sum(posts) > 1`,
  },
  {
    rule: 'every refund of the gateway is booked, and the order stands as its money does',
    sql: `select o.order_id || ' ' || o.status || ': ' || given.back || ' of ' || p.amount_paise as what
          from orders o join sandbox.payments p on p.payment_id = o.payment_id
          cross join lateral ${input}
          where o.status <> 'review' and not exists (
              select from sandbox.refunds s where s.payment_id = p.payment_id and s.status = 'failed' and ${failedLate})
            and o.status <> case when given.back >= ${agreed} then 'refunded'
            when given.back > 0 then 'partially_refunded' else 'paid' end`,
  },
  {
    rule: 'every refund of ours has come to an end, and one that failed is seen by the owner',
    sql: `select f.refund_id || ' ' || f.status as what from refunds f
          -- What came back another way since it was asked for needs nobody; nor does a payment of which nothing is left.
          where (f.status = 'requested' and not exists (select from sandbox.disputes d
              where d.payment_id = f.payment_id and d.status in ('open', 'under_review'))) or (f.status = 'failed' and f.origin <> 'dashboard'
            and not exists (select from refunds b
              where b.payment_id = f.payment_id and b.status = 'processed' and b.updated_at >= f.created_at)
            and not exists (select from sandbox.payments p where p.payment_id = f.payment_id and ${agreed} - 100 <
              (select sum(r.amount_paise) from sandbox.refunds r where r.payment_id = p.payment_id and r.status = 'processed'))
            and not exists (select from owner_alerts a where a.alert_key = 'refund_failed:' || f.refund_id))`,
  },
]

const disputeRules: typeof rules = [
  {
    rule: 'a dispute is known as it stands at the gateway, with its date',
    sql: `select g.dispute_id || ' ' || g.status || ': ' || coalesce(d.status, 'unknown') as what
          from sandbox.disputes g join sandbox.payments p on p.payment_id = g.payment_id join ${attempted}
          join orders o on o.order_id = l.reference_id
          left join disputes d on d.dispute_id = g.dispute_id and d.order_id = o.order_id
          where d.status is distinct from g.status or date_trunc('second', d.respond_by) is distinct from date_trunc('second', g.respond_by)`,
  },
  {
    rule: 'a lost dispute is booked once, over what had not come back',
    sql: `select coalesce(l.reference_id, 'nothing') || ' ' || g.dispute_id || ': ' || count(r.refund_id) || ' bookings over '
            || coalesce(sum(r.amount_paise), 0) || ' of ' || g.deducted_paise as what
          from sandbox.disputes g join sandbox.payments p on p.payment_id = g.payment_id left join ${attempted}
          cross join lateral (
            select coalesce(sum(amount_paise), 0) as paise from refunds where payment_id = p.payment_id and status = 'processed') back
          left join refunds r on r.channel = 'dispute' and r.reference = g.dispute_id and r.status <> 'failed'
          group by l.reference_id, g.dispute_id, g.status, g.deducted_paise, p.amount_paise, p.buyer_fee_paise, back.paise
          having count(r.refund_id) > case g.status when 'lost' then 1 else 0 end
            or sum(r.amount_paise) > g.deducted_paise
            -- Nothing is left to book it on where all had come back, also by another dispute of the same payment.
            or (g.status = 'lost' and g.deducted_paise > 0 and count(r.refund_id) = 0 and back.paise < ${agreed})`,
  },
  {
    rule: 'nothing is given back by us between the note of a dispute and its end',
    sql: `select r.refund_id || ' during ' || d.dispute_id as what
          from disputes d join sandbox.refunds r on r.payment_id = d.payment_id and r.notes ->> 'refund_id' is not null
          join refunds f on f.refund_id = r.notes ->> 'refund_id'
          -- One that was on its way when the dispute was heard of arrives.
          where r.created_at > d.noted_at + interval '3 seconds' and f.created_at > d.noted_at and not exists (
            select from order_events e where e.order_id = d.order_id and e.kind in ('dispute_won', 'dispute_closed', 'dispute_lost')
              and e.detail like '%' || d.dispute_id || '%' and e.created_at <= r.created_at)`,
  },
]

const webhookRules: typeof rules = [
  {
    rule: 'every webhook arrived and was worked on to the end',
    sql: `select d.event || ' of ' || d.subject || ': ' || d.state || ', ' || coalesce(e.outcome, 'no outcome') as what
          from sandbox.deliveries d left join gateway_events e on e.event_id = d.event_id
          where d.state <> 'delivered' or e.processed_at is null`,
  },
]

/** An order that needs attention, and its reason. */
export type Shown = { order_id: string; reason: string }

/** A refund that failed at the gateway or never reached it, and that no later refund of the payment makes up for. */
const requesting = `select o.order_id from sandbox.disputes d join sandbox.payments p on p.payment_id = d.payment_id
  join ${attempted} join orders o on o.order_id = l.reference_id where d.status = 'open'`

const expected = `
  select order_id, 'dispute' as reason from (${requesting}) a
  union
  select order_id, 'review' from orders where status = 'review' and order_id not in (${requesting})
  union
  select f.order_id, 'refund_failed' from refunds f
  join orders o on o.order_id = f.order_id and o.status <> 'review' and o.order_id not in (${requesting})
  join sandbox.payments p on p.payment_id = f.payment_id
  left join sandbox.refunds s on s.refund_id = f.gateway_refund_id
  cross join lateral (
    select coalesce(sum(g.amount_paise), 0) as paise, coalesce(sum(g.amount_paise) filter (where g.created_at >= f.created_at), 0) as since
    from (
      select g.amount_paise, b.created_at from sandbox.refunds g join refunds b on b.gateway_refund_id = g.refund_id
      where g.payment_id = f.payment_id and g.status <> 'failed'
      union all select amount_paise, created_at from refunds where payment_id = f.payment_id and channel = 'dispute' and status <> 'failed'
      union all select amount_paise, created_at from refunds where payment_id = f.payment_id and status = 'requested'
    ) g (amount_paise, created_at)
  ) back
  where f.channel = 'gateway' and coalesce(s.status, f.status) = 'failed' and back.since < f.amount_paise and ${agreed} - back.paise >= 100`

const shownRules: typeof rules = [
  {
    rule: 'what waits for the owner is shown, with its reason',
    sql: `select order_id || ' ' || reason as what from (${expected} except select order_id, reason from shown) missing`,
  },
  {
    rule: 'what is shown to the owner waits',
    sql: `select order_id || ' ' || reason as what from (select order_id, reason from shown except (${expected})) surplus`,
  },
  {
    rule: 'money that came twice is on its way back, or shown to the owner',
    sql: `select o.order_id || ': ' || p.payment_id as what
          from sandbox.payments p join ${attempted} join orders o on o.order_id = l.reference_id
          where p.captured and o.payment_id is distinct from p.payment_id and ${agreed} - p.amount_refunded_paise >= 100 and not ${disputed}
            and o.order_id not in (select order_id from shown)`,
  },
]

/** Lists broken rules with their rows. `webhooks`: none was lost. `shown`: the orders that need attention now. */
export async function findViolations(
  db: Knex,
  { webhooks, shown }: { webhooks: boolean; shown?: readonly Shown[] },
): Promise<string[]> {
  const found: string[] = []
  for (const { rule, sql } of shown ? shownRules : []) {
    const list = `with shown as (select * from jsonb_to_recordset(:shown) as s (order_id text, reason text)) ${sql}`
    const { rows } = await db.raw<{ rows: { what: string }[] }>(list, { shown: JSON.stringify(shown) })
    found.push(...rows.map(({ what }) => `${rule}: ${what}`))
  }
  for (const { rule, sql } of [...rules, ...disputeRules, ...(webhooks ? webhookRules : [])]) {
    const { rows } = await db.raw<{ rows: { what: string }[] }>(sql)
    found.push(...rows.map(({ what }) => `${rule}: ${what}`))
  }
  // The jobs are done, and what waits for its time has waited.
  found.push(...(await findBroken(db, new Date(Date.now() + 2 * 3_600_000))))
  return found
}
