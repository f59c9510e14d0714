import type { CourseSchedule } from 'contract/courses/schedule'
import { toPaise, toRupees } from 'contract/money'
import type { Db } from '../../context.ts'
import { IN_SALE_AT, STATE_AT } from './course-states.ts'

/** A course with its plans. */
export type Planned = { schedule: CourseSchedule; name: string; state: string; price_paise: number }

/** The plan's columns in a row. */
export type PlanRow = {
  [Moment in 'publish_at' | 'withdraw_at' | 'sale_from' | 'sale_until']: string | null
} & { withdraw_to: 'unlisted' | 'archived' | null; sale_price_paise: number | null }

type Row = PlanRow & { name: string; state: string; price_paise: number }

/** The columns that `toSchedule` reads. */
export const planColumns = ['publish_at', 'withdraw_at', 'withdraw_to', 'sale_price_paise', 'sale_from', 'sale_until']

/** Locks a course's plans until the transaction ends; undefined for an unknown or deleted course. */
export async function lockPlanned(trx: Db, courseId: string): Promise<Planned | undefined> {
  const row: Row | undefined = await planned(trx, courseId).forUpdate()
  return row && toPlanned(row)
}

export async function findPlanned(db: Db, courseId: string): Promise<Planned | undefined> {
  const row: Row | undefined = await planned(db, courseId)
  return row && toPlanned(row)
}

const planned = (db: Db, courseId: string) =>
  db('courses')
    .where({ course_id: courseId })
    .whereNull('deleted_at')
    .first('name', 'state', 'price_paise', ...planColumns)

const toPlanned = ({ name, state, price_paise, ...row }: Row): Planned => ({
  ...{ name, state, price_paise },
  schedule: toSchedule(row),
})

export function toSchedule(row: PlanRow): CourseSchedule {
  const { publish_at, withdraw_at, withdraw_to, sale_price_paise, sale_from, sale_until } = row
  return {
    publish_at,
    withdraw: withdraw_at && withdraw_to ? { at: withdraw_at, to: withdraw_to } : null,
    sale:
      sale_price_paise !== null && sale_from && sale_until
        ? { price: toRupees(sale_price_paise), from: sale_from, until: sale_until }
        : null,
  }
}

export async function updateSchedule(trx: Db, courseId: string, { publish_at, withdraw, sale }: CourseSchedule) {
  await trx('courses')
    .where({ course_id: courseId })
    .update({
      publish_at,
      ...{ withdraw_at: withdraw?.at ?? null, withdraw_to: withdraw?.to ?? null },
      sale_price_paise: sale ? toPaise(sale.price) : null,
      ...{ sale_from: sale?.from ?? null, sale_until: sale?.until ?? null },
      ...(sale ? {} : { sale_shown: false }),
    })
}

const DUE = `deleted_at is null and (publish_at <= :now or withdraw_at <= :now
  or (sale_price_paise is not null and sale_shown is distinct from ${IN_SALE_AT}) or sale_until <= :now)`

/** Lists courses with due, unwritten plans. */
export async function listDue(db: Db, now: Date): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { course_id: string }[] }>(`select course_id from courses where ${DUE}`, {
    now,
  })
  return rows.map(({ course_id }) => course_id)
}

/** Writes plans due by `now`, of `courseId` or of all, and drops them. Safe to repeat. */
export async function writeDue(trx: Db, now: Date, courseId: string | null = null): Promise<void> {
  await trx.raw(
    `update courses set
       state = ${STATE_AT},
       publish_at = case when publish_at > :now then publish_at end,
       withdraw_at = case when withdraw_at > :now then withdraw_at end,
       withdraw_to = case when withdraw_at > :now then withdraw_to end,
       sale_shown = coalesce(${IN_SALE_AT}, false),
       sale_price_paise = case when sale_until > :now then sale_price_paise end,
       sale_from = case when sale_until > :now then sale_from end,
       sale_until = case when sale_until > :now then sale_until end
     where ${DUE} and (:courseId::text is null or course_id = :courseId)`,
    { now, courseId },
  )
}
