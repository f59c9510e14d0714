import type { Language } from 'contract/languages'
import { REMINDER_DAYS } from 'contract/parts/plan-parts'
import type { Db } from '../../context.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { AGREED } from './parts.queries.ts'
import type { DueKind } from './parts.service.ts'
import { FALLS_DUE } from './plans.sql.ts'

/** The next part of each plan that is open: the first unpaid one. */
const NEXT_PARTS = `(select distinct on (p.plan_id) p.*, ${AGREED} as agreed_paise, plans.user_id, plans.course_id, plans.course_name, plans.grace_days
  from plan_parts p join plans on plans.plan_id = p.plan_id
  where p.paid_at is null and p.due_on is not null and ${FALLS_DUE}
  order by p.plan_id, p.part)`

export type DueRow = {
  plan_id: string
  part: number
  /** The days of all parts of its plan. */
  days: { part: number; due_on: string }[]
  /** The agreed sum, with its tax. */
  agreed_paise: number
  due_on: string
  wished_on: string | null
  emailed_at: string | null
  reminded_at: string | null
  grace_days: number
  user_id: string
  name: string
  course_name: string
  order_id: string
}

/** Lists the next part of every open plan, by its day. */
export async function findDueParts(db: Db, limit: number): Promise<DueRow[]> {
  const { rows } = await db.raw<{ rows: DueRow[] }>(
    `select n.plan_id, n.part, n.agreed_paise,
       (select jsonb_agg(jsonb_build_object('part', every.part, 'due_on', every.due_on) order by every.part) from plan_parts every
         where every.plan_id = n.plan_id) as days,
       n.due_on::text as due_on, n.wished_on::text as wished_on, greatest(n.before_at, n.day_at, n.late_at) as emailed_at, n.reminded_at,
       n.grace_days, u.user_id, u.name, n.course_name, first.paid_order_id as order_id
     from ${NEXT_PARTS} n join ${ACCOUNTS} u on u.id = n.user_id
     join plan_parts first on first.plan_id = n.plan_id and first.part = 1
     order by n.due_on, n.plan_id limit :limit`,
    { limit },
  )
  return rows
}

/** Sums the unpaid parts of all open plans, and counts the plans. */
export async function sumOpenParts(db: Db): Promise<{ paise: number; plans: number }> {
  const { rows } = await db.raw<{ rows: { paise: number; plans: number }[] }>(
    `select coalesce(sum(${AGREED}), 0)::bigint as paise, count(distinct p.plan_id)::int as plans
     from plan_parts p join plans on plans.plan_id = p.plan_id
     where p.paid_at is null and ${FALLS_DUE}`,
  )
  return rows[0] ?? { paise: 0, plans: 0 }
}

/** Counts further parts that were due since a day, until today, and those of them that were paid by their day. */
export async function countOnTime(db: Db, from: string, today: string): Promise<{ parts: number; paid: number }> {
  const { rows } = await db.raw<{ rows: { parts: number; paid: number }[] }>(
    `select count(*)::int as parts,
       count(*) filter (where (p.paid_at at time zone 'Asia/Kolkata')::date <= p.due_on)::int as paid
     from plan_parts p join plans on plans.plan_id = p.plan_id
     where p.part > 1 and p.due_on >= cast(:from as date) and (p.due_on < cast(:today as date) or p.paid_at is not null)
       and (p.paid_at is not null or ${FALLS_DUE})`,
    { from, today },
  )
  return rows[0] ?? { parts: 0, paid: 0 }
}

export type DueNotice = { plan_id: string; part: number; due_on: string; kind: DueKind }

/**
 * Marks the next parts whose email of today's kind has not gone out, and returns them: from three days before, on the day, and from three days
 * after it until access ends.
 */
export async function takeDueNotices(trx: Db, today: string, now: Date, limit: number): Promise<DueNotice[]> {
  const { rows } = await trx.raw<{ rows: DueNotice[] }>(
    `with due as (
       select p.plan_id, p.part, case when n.due_on > cast(:today as date) then 'before' when n.due_on = cast(:today as date) then 'day' else 'late' end as kind
       from ${NEXT_PARTS} n join plan_parts p on p.plan_id = n.plan_id and p.part = n.part
       where n.part > 1 and (
         n.due_on > cast(:today as date) and n.due_on <= cast(:today as date) + ${REMINDER_DAYS} and n.before_at is null
         or n.due_on = cast(:today as date) and n.day_at is null
         or n.due_on <= cast(:today as date) - ${REMINDER_DAYS} and n.due_on >= cast(:today as date) - n.grace_days and n.late_at is null)
       order by n.due_on, n.plan_id limit :limit for update of p skip locked
     )
     update plan_parts p set before_at = case when due.kind = 'before' then cast(:now as timestamptz) else p.before_at end,
       day_at = case when due.kind = 'day' then cast(:now as timestamptz) else p.day_at end,
       late_at = case when due.kind = 'late' then cast(:now as timestamptz) else p.late_at end
     from due where p.plan_id = due.plan_id and p.part = due.part and p.paid_at is null
     returning p.plan_id, p.part, p.due_on::text as due_on, due.kind`,
    { today, now, limit },
  )
  return rows
}

export type Reader = { email: string; name: string; language: Language }

/** Finds whom an email about a plan is for; undefined once the account is deleted. */
export async function findReader(db: Db, userId: number): Promise<Reader | undefined> {
  const { rows } = await db.raw<{ rows: Reader[] }>(
    `select u.email, u.name, u.language from ${ACCOUNTS} u where u.id = :userId and u.deleted_at is null`,
    { userId },
  )
  return rows[0]
}
