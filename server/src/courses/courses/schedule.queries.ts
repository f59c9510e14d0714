import type { CourseSchedule } from 'contract/courses/schedule'
import { toRupees } from 'contract/money'
import type { Db } from '../../context.ts'
import { DUE_AT } from './course-states.ts'

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
  name,
  state,
  price_paise,
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

/** Lists courses with due, unwritten plans. */
export async function listDue(db: Db, now: Date): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { course_id: string }[] }>(`select course_id from courses where ${DUE_AT}`, {
    now,
  })
  return rows.map(({ course_id }) => course_id)
}
