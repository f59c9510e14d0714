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
  /** Stands for the addresses of its paid lessons. */
  lessons: string
  /** Lessons that courses with a price have, too; the dearest of these courses, and its price. */
  borrowed: number
  borrowed_from: string | null
  borrowed_paise: number
  /** Stored values of fields that have a price of their own. */
  fields: Record<string, unknown>
}

/** Fields of features that have a price. */
export const pricedFields = (Object.keys(soldFields) as (keyof typeof soldFields)[]).filter(
  (name) => soldFields[name].least !== null,
)

/** A code that a buyer may use, null for every course. */
export type OpenCode = {
  course_ids: string[] | null
  discount: number
  amount_paise: number | null
  max_discount_paise: number | null
  minimum_paise: number | null
}

const FIELDS = `jsonb_build_object(${pricedFields.map((name) => `'${name}', t.${name}`).join(', ')})`

export async function listPriced(db: Db, now: Date): Promise<Priced[]> {
  const { rows } = await db.raw<{ rows: Priced[] }>(
    `with priced as ${PRICED_COURSES}, address as (
       select distinct l.course_id, had.address from ${LESSONS} l cross join lateral (
         select l.watch_link as address union all select l.download_link
         union all select file->>'url' from jsonb_array_elements(l.files) file
       ) had where not l.preview and had.address <> ''
     ), lessons_of as (
       select course_id, md5(string_agg(address, ' ' order by address)) as lessons from address group by course_id
     ), borrowed as (
       select own.course_id, count(distinct own.address)::int as borrowed, max(p.price_paise) as paise,
         (array_agg(p.course_id order by p.price_paise desc, p.course_id))[1] as borrowed_from
       from address own join address other on other.address = own.address and other.course_id <> own.course_id
       join priced p on p.course_id = other.course_id and not p.free and p.price_paise > 0
       group by own.course_id
     )
     select c.course_id, coalesce(l.lessons, '') as lessons, coalesce(b.borrowed, 0) as borrowed, b.borrowed_from,
       coalesce(b.paise, 0)::bigint as borrowed_paise, ${FIELDS} as fields, free, price_paise, sale_price_paise,
       coalesce((select sum(inside.price_paise) from priced inside
         where c.kind = 'bundle' and inside.course_id in (select jsonb_array_elements_text(c.bundle_courses))), 0)::bigint as inside_paise,
       (select min(price_paise) from ${OPEN_OFFERS} as offer where offer.course_id = c.course_id) as offer_paise
     from priced c join ${SOLD_TERMS} t on t.course_id = c.course_id
     left join lessons_of l on l.course_id = c.course_id left join borrowed b on b.course_id = c.course_id
     where sold`,
    { now },
  )
  return rows
}

export type Terms = { course_id: string; terms: Record<keyof typeof termNames, unknown> }

/** Terms of a sale beside its price, as a refusal names them. */
export const termNames = {
  access_period: 'its access period',
  ...(Object.fromEntries(Object.entries(soldFields).map(([field, { name }]) => [field, name])) as Record<
    keyof typeof soldFields,
    string
  >),
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
