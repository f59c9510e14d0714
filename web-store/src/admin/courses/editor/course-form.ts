import { PERIOD_FORM } from 'contract/access-period'
import type { CourseKind } from 'contract/courses/bundles'
import type { Course } from 'contract/courses/courses'
import { type CreateCourseBody, completeBody, DraftBody } from 'contract/courses/input'
import type { Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { resolverOf } from '../../forms/resolver-of.ts'
import { withOwnPaths } from '../../host/own-address.ts'
import { withoutReferences } from '../../media/queue/upload-reference.ts'

export type Line = { value: string }
type Card = { title: string; image: string }

/** Lists of texts or addresses; in the form each entry is an object, as the fields of a list need. */
export const lineLists = [
  'DEMO_REELS_VIDEOS',
  'benefits_samples',
  'additional_infobanners',
  'who_is_this_for',
  'where_can_i_upload',
  'how_to_make_money',
  'how_to_get_started',
  'topics',
  'bundle_courses',
] as const
export type LineListName = (typeof lineLists)[number]

const entryLists = ['product_content_samples', 'bonuses', 'exclusive_bonuses', 'CUSTOMER_REVIEWS', 'faq'] as const

const texts = [
  ...(['offer_text', 'lifetime_access', 'access_period', 'bonuses_worth', 'buy_now_text', 'legal_disclaimer'] as const),
  ...(['language', 'requirements', 'teacher_name', 'teacher_about'] as const),
] as const
const needed = ['name', 'description', 'long_description', 'header_text', 'header_below', 'banner'] as const

/** A course as it is typed: the price is a text until it is sent. A bundle lists the ids of its courses. */
export type CourseForm = { kind: CourseKind; free: boolean } & Record<
  (typeof texts)[number] | (typeof needed)[number] | 'price',
  string
> &
  Record<LineListName, Line[]> & {
    product_content_samples: (Card & { subtitle: string })[]
    bonuses: Card[]
    exclusive_bonuses: Card[]
    CUSTOMER_REVIEWS: { image: string }[]
    faq: { question: string; answer: string }[]
  }

/** The fields of one section, or all of a new course. */
export type CourseBody = Partial<z.output<typeof CreateCourseBody>>

/** In place of the banner's address while its file waits to be uploaded with the rest. */
export const PENDING_UPLOAD = 'pending-upload'

/** A new course, with the defaults of the spec. */
export const emptyCourse: CourseForm = {
  kind: 'course',
  free: false,
  ...fill(needed, ''),
  ...fill(texts, ''),
  ...fill(lineLists, []),
  price: '',
  lifetime_access: 'false',
  product_content_samples: [],
  bonuses: [],
  exclusive_bonuses: [],
  CUSTOMER_REVIEWS: [],
  faq: [],
}

function fill<Name extends string, Value>(names: readonly Name[], value: Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>
}

/** A stored course as the form shows it; a new one of this kind without it. */
export function toForm(course: Course | undefined, kind: CourseKind = 'course'): CourseForm {
  if (!course) return { ...emptyCourse, kind }
  const lines = lineLists.map((name) => [name, (course[name] ?? []).map((value) => ({ value }))])
  return {
    kind: course.kind,
    free: course.free,
    ...(Object.fromEntries(lines) as Record<LineListName, Line[]>),
    ...(Object.fromEntries(needed.map((name) => [name, course[name]])) as Record<(typeof needed)[number], string>),
    ...(Object.fromEntries(texts.map((name) => [name, course[name] ?? ''])) as Record<(typeof texts)[number], string>),
    price: String(course.price),
    product_content_samples: course.product_content_samples.map((card) => ({
      ...card,
      subtitle: card.subtitle || 'none',
    })),
    bonuses: course.bonuses,
    exclusive_bonuses: course.exclusive_bonuses,
    CUSTOMER_REVIEWS: course.CUSTOMER_REVIEWS,
    faq: course.faq,
  }
}

/** Lays the fields of a draft over the stored values: one of an earlier release may lack some, and a lost file leaves the stored banner. */
export function overStored(
  base: CourseForm,
  { values, file }: { values: Partial<CourseForm>; file?: File | undefined },
  fields: readonly (keyof CourseForm)[] = fieldsOf(base),
): CourseForm {
  const isLost = values.banner === PENDING_UPLOAD && !file
  const typed = fields.filter((field) => values[field] !== undefined && !(field === 'banner' && isLost))
  return Object.assign({ ...base }, ...typed.map((field) => ({ [field]: values[field] })))
}

const fieldsOf = (form: CourseForm) => Object.keys(form) as (keyof CourseForm)[]

/** A new card has the subtitle `none`, which says nothing. */
const hasText = ([name, value]: [string, unknown]) =>
  !['', ...(name === 'subtitle' ? ['none'] : [])].includes(String(value).trim())
const isFilled = (entry: object) => Object.entries(entry).some(hasText)

/** Converts the form to the request, and maps the entries of each list to the typed ones: empty entries are left out. */
function toBody(form: CourseForm) {
  const places: Record<string, number[]> = {}
  const stored = <Entry extends object>(name: string, entries: Entry[]): Entry[] => {
    const filled = entries.map((entry, place) => ({ entry, place })).filter(({ entry }) => isFilled(entry))
    places[name] = filled.map(({ place }) => place)
    return filled.map(({ entry }) => entry)
  }
  const body = {
    ...form,
    price: form.free ? 0 : Number(form.price),
    ...Object.fromEntries(lineLists.map((name) => [name, stored(name, form[name]).map(({ value }) => value)])),
    ...Object.fromEntries(entryLists.map((name) => [name, stored<object>(name, form[name])])),
  }
  return { body, places }
}

/** The path of a problem as the form names the field: the entries of a list of texts lie in `value`. */
function fieldOf(path: PropertyKey[], places: Record<string, number[]>): string {
  const [list, index, ...rest] = path
  const name = String(list)
  if (typeof index !== 'number') return path.join('.')
  const place = places[name]?.[index] ?? index
  const isLine = (lineLists as readonly string[]).includes(name)
  return [name, place, ...(isLine ? ['value'] : rest)].join('.')
}

/** `sells`: the course is on sale; a draft needs a title alone. Only the `fields` are checked and sent, by default all. */
type Rules = { sells: boolean; store: string; fields?: readonly (keyof CourseForm)[] }

/** The contract's own schema checks the form; only where it looks for the banner is a file as good as an address. */
export function courseResolver({ sells, store, fields }: Rules): Resolver<CourseForm, unknown, CourseBody> {
  return (typed, context, options) => {
    const form = withOwnPaths(typed, store)
    const { body, places } = toBody(form)
    const waits = form.banner === PENDING_UPLOAD
    const whole: z.ZodObject = sells ? completeBody(form) : DraftBody
    const mask: Record<string, true> = Object.fromEntries((fields ?? []).map((field) => [field, true as const]))
    const schema = fields ? whole.pick(mask as Record<never, true>) : whole
    const result = schema.safeParse(waits ? { ...body, banner: `/media/${'0'.repeat(32)}/x.webp` } : body)
    // Here it is a file that lacks; over the API it is the field of the course.
    for (const issue of result.error?.issues ?? [])
      if (issue.path[0] === 'banner' && !form.banner) Object.assign(issue, { message: 'Please upload a banner' })
    const banner = waits && result.data?.banner ? { banner: PENDING_UPLOAD } : {}
    const checked = result.success ? { ...result, data: { ...result.data, ...banner } as CourseBody } : result
    return resolverOf<CourseForm, CourseBody>(
      () => checked,
      (path) => fieldOf(path, places),
    )(typed, context, options)
  }
}

/** Converts the typed values to a course for the sales page's preview: invalid ones appear unchanged. */
export function previewCourse(form: CourseForm, courseId: string, bannerUrl: string): Course {
  const { body } = toBody(withoutReferences(form, () => ''))
  const price = Number.isFinite(body.price) ? Math.max(0, Math.round(body.price * 100) / 100) : 0
  const access_period = PERIOD_FORM.test(form.access_period) ? form.access_period : null
  return { ...(body as unknown as Course), course_id: courseId, price, access_period, banner: bannerUrl }
}
