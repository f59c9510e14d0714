import { soldFields } from 'contract/courses/extra-fields'
import type { soldColumns } from 'contract/courses/sold-terms'
import type { Db } from '../../context.ts'
import { LESSONS, PRICED_COURSES, SOLD_TERMS } from '../../courses/courses/courses.sql.ts'
import { OPEN_OFFERS } from '../offers/offers.sql.ts'
import { LINE_TAXES } from '../orders/orders.sql.ts'
import { OPEN_CODES } from '../promocodes/promocodes.sql.ts'

/** A course that is sold, or planned to be; money in paise. */
export type Priced = {
  course_id: string
  free: boolean
  price_paise: number
  sale_price_paise: number | null
  /** List prices of the courses in a bundle, together; 0 for a course. */
  inside_paise: number
  /** The cheapest offer. */
  offer_paise: number | null
  /** The lessons of a free course that a course with a price has, too, if it is free. */
  borrowed: number
}

/** A code that a buyer may use, null for every course. */
export type OpenCode = {
  course_ids: string[] | null
  discount: number
  amount_paise: number | null
  max_discount_paise: number | null
  minimum_paise: number | null
}

export async function listPriced(db: Db, now: Date): Promise<Priced[]> {
  const { rows } = await db.raw<{ rows: Priced[] }>(
    `with priced as ${PRICED_COURSES}, lessons_of as ${LESSONS}
     select course_id, free, price_paise, sale_price_paise,
       coalesce((select sum(inside.price_paise) from priced inside
         where c.kind = 'bundle' and inside.course_id in (select jsonb_array_elements_text(c.bundle_courses))), 0)::bigint as inside_paise,
       (select min(price_paise) from ${OPEN_OFFERS} as offer where offer.course_id = c.course_id) as offer_paise,
       case when free then (select count(*) from lessons_of l where l.course_id = c.course_id and exists (
         select from lessons_of other join priced p on p.course_id = other.course_id
         where other.watch_link = l.watch_link and not p.free and p.price_paise > 0)) else 0 end::int as borrowed
     from priced c where sold`,
    { now },
  )
  return rows
}

export type Terms = { course_id: string; terms: Record<keyof typeof termNames, unknown> }

/** Terms of a sale beside its price, as a refusal names them. */
export const termNames = {
  access_period: 'its access period',
  ...soldFields,
} as const satisfies Record<Exclude<keyof typeof soldColumns, Judged>, string>

/** Terms of which `listPriced` says what they leave a buyer to pay. */
type Judged = 'price' | 'free' | 'bundle_courses'

/** Lists the terms of courses that are on sale, planned to be, or were ordered. */
export async function listTerms(db: Db): Promise<Terms[]> {
  const { rows } = await db.raw<{ rows: Terms[] }>(
    `select c.course_id, jsonb_build_object(${Object.keys(termNames)
      .map((name) => `'${name}', t.${name}`)
      .join(', ')}) as terms
     from ${PRICED_COURSES} c join ${SOLD_TERMS} t on t.course_id = c.course_id
     where c.sold or exists (select from ${LINE_TAXES} l where l.course_id = c.course_id)`,
  )
  return rows
}

export async function listOpenCodes(db: Db, now: Date): Promise<OpenCode[]> {
  const { rows } = await db.raw<{ rows: (OpenCode & { course_id: string | null })[] }>(
    `select * from ${OPEN_CODES} as code`,
    { now },
  )
  return rows.map(({ course_id, course_ids, ...code }) => ({
    ...code,
    course_ids: course_ids ?? (course_id === null ? null : [course_id]),
  }))
}
