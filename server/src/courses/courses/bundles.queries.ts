import { bundledPeriod } from 'contract/access-period'
import type { IncludedCourse } from 'contract/courses/bundles'
import type { OwnCourse } from 'contract/courses/courses'
import type { soldFields } from 'contract/courses/extra-fields'
import { toRupees } from 'contract/money'
import type { Db } from '../../context.ts'
import { IS_SOLD, isHeld, LISTED, SHOWN_PRICE, SOLD } from './course-states.ts'
import { TERMS } from './courses.sql.ts'

/** Terms by which features sell a course, by the names of their fields; null where it has none. */
export type SoldTerms = Partial<Pick<OwnCourse, keyof typeof soldFields>>

/** A course of a bundle as it is now. */
export type IncludedRow = {
  bundle_id: string
  course_id: string
  name: string
  banner: string
  /** The course's ordinary price: its weight in the price of the bundle. */
  price_paise: number
  sale_price_paise: number | null
  sold: boolean
  lessons: number
  /** For how long the bundle gives it; null if it never expires. */
  access_period: string | null
  terms: SoldTerms
}

/** Finds the courses of bundles, in order. */
export async function findIncluded(db: Db, bundleIds: readonly string[]): Promise<Map<string, IncludedRow[]>> {
  if (bundleIds.length === 0) return new Map()
  const { rows } = await db.raw<{ rows: (IncludedRow & { bundle_period: string | null })[] }>(
    `select bundle.course_id as bundle_id, bundle.access_period as bundle_period, courses.course_id, courses.name, courses.banner,
       courses.price_paise, case when courses.sale_shown then courses.sale_price_paise end as sale_price_paise, ${IS_SOLD} as sold,
       (select count(*) from lessons l where l.course_id = courses.course_id) as lessons, courses.access_period, ${TERMS} as terms
     from courses bundle
     cross join lateral jsonb_array_elements_text(bundle.bundle_courses) with ordinality as chosen (course_id, place)
     join courses on courses.course_id = chosen.course_id
     where bundle.course_id = any(:bundleIds)
     order by bundle.course_id, chosen.place`,
    { bundleIds: [...bundleIds] },
  )
  const included = rows.map(({ bundle_period, ...row }) => {
    return { ...row, access_period: bundledPeriod(bundle_period, row.access_period) }
  })
  return Map.groupBy(included, ({ bundle_id }) => bundle_id)
}

/** Converts to the wire of a sales page. */
export function toIncluded({ course_id, name, banner, lessons, access_period, ...row }: IncludedRow): IncludedCourse {
  return {
    course_id,
    price: toRupees(row.price_paise),
    ...(row.sale_price_paise === null ? {} : { sale_price: toRupees(row.sale_price_paise) }),
    ...(row.sold ? { on_sale: true } : {}),
    name,
    banner,
    lessons,
    ...(access_period ? { access_period } : {}),
  }
}

/** Finds the bundles on sale that have this course, by name. */
export function findBundlesOf(db: Db, courseId: string): Promise<{ course_id: string; name: string }[]> {
  return db('courses')
    .where({ kind: 'bundle' })
    .whereRaw(`bundle_courses @> to_jsonb(:courseId::text) and ${SOLD}`, { courseId })
    .orderBy('name')
    .select('course_id', 'name')
}

type CheaperRow = { course_id: string; course_ids: string[]; instead_paise: number }

/** Finds the listed bundle that costs less than those of these priced courses that it includes, with the greatest difference. */
export async function findCheaperBundle(db: Db, courseIds: readonly string[]): Promise<CheaperRow | undefined> {
  const { rows } = await db.raw<{ rows: CheaperRow[] }>(
    `with chosen as (
       select courses.course_id, ${SHOWN_PRICE} as paise from courses
       where courses.course_id = any(:ids) and courses.kind = 'course' and not courses.free and ${SOLD}),
     bundles as (
       select courses.course_id, ${SHOWN_PRICE} as paise, array_agg(chosen.course_id order by chosen.course_id) as course_ids,
         sum(chosen.paise)::integer as instead_paise
       from courses join chosen on courses.bundle_courses @> to_jsonb(chosen.course_id)
       where courses.kind = 'bundle' and not courses.free and ${LISTED}
       group by courses.course_id)
     select course_id, course_ids, instead_paise from bundles where instead_paise > paise
     order by instead_paise - paise desc, course_id limit 1`,
    { ids: [...courseIds] },
  )
  return rows[0]
}

/** Finds which of these can be in a bundle: courses that are neither deleted nor archived, and may be sold. */
export async function findBundled(db: Db, courseIds: readonly string[]): Promise<string[]> {
  if (courseIds.length === 0) return []
  return db('courses')
    .whereIn('course_id', [...courseIds])
    .where({ kind: 'course' })
    .whereNull('deleted_at')
    .whereNot('state', 'archived')
    .whereRaw(`not ${isHeld('courses')}`)
    .pluck('course_id')
}
