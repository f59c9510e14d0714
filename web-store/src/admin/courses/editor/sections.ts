import type { CourseKind } from 'contract/courses/bundles'
import type { Course } from 'contract/courses/courses'
import type { Missing } from 'contract/placement'
import { sameValue, type VersionPart } from '../../forms/version-parts.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import { hasSellingParts } from '../selling/selling-parts.ts'
import type { CourseBody, CourseForm } from './course-form.ts'

/** The steps of a course in their order. */
export const courseSteps = [
  ['name', 'Name and price'],
  ['content', 'Content'],
  ['page', 'Page'],
  ['selling', 'Selling'],
  ['settings', 'Settings'],
] as const

export type StepId = (typeof courseSteps)[number][0]

/** Fields that are filled in together; `id` is in addresses too. */
export type Block = { id: string; title: string; fields: readonly (keyof CourseForm)[] }

export type Section = Omit<Block, 'title'> & { step: StepId; title: string; blocks: readonly Block[] }

/** Labels of the fields of a course, in its form and wherever its versions are compared. */
export const fieldNames: Record<Exclude<keyof CourseForm, 'kind'>, string> = {
  name: 'Name',
  description: 'Description',
  price: 'Price (₹)',
  offer_text: 'Offer text',
  buy_now_text: 'Buy button text',
  lifetime_access: 'Lifetime access',
  header_text: 'Headline',
  header_below: 'Line under it',
  long_description: 'Long description',
  bonuses_worth: 'Bonuses worth',
  exclusive_bonuses: 'Exclusive bonuses',
  bonuses: 'Bonuses',
  language: 'Language',
  requirements: 'What students need',
  teacher_name: 'Teacher',
  teacher_about: 'About the teacher',
  topics: 'Topics',
  legal_disclaimer: 'Legal disclaimer',
  DEMO_REELS_VIDEOS: 'Video links',
  benefits_samples: 'Results',
  CUSTOMER_REVIEWS: 'Customer reviews',
  additional_infobanners: 'Info banners',
  product_content_samples: 'Sample cards',
  who_is_this_for: 'Who is this for?',
  how_to_get_started: 'How to get started',
  how_to_make_money: 'How to make money',
  where_can_i_upload: 'Where can you upload these reels?',
  faq: 'Questions and answers',
  banner: 'Banner',
  bundle_courses: 'Courses of the bundle',
  free: 'Free',
  access_period: 'Access period',
}

type Field = Exclude<keyof CourseBody, 'course_id'> & keyof typeof fieldNames

/** Lists the fields that differ between this admin's save and the stored course; `base` is the one the edit began with. */
export const courseParts = (mine: CourseBody, theirs: Course, base: Course): VersionPart[] =>
  (Object.keys(mine) as Field[])
    .filter((field) => String(field) !== 'course_id' && !sameValue(mine[field], theirs[field]))
    .map((field) => ({
      id: field,
      label: fieldNames[field],
      mine: mine[field],
      theirs: theirs[field],
      changedHere: !sameValue(mine[field], base[field]),
    }))

type Named = Exclude<keyof CourseForm, 'kind'>

const section = (id: string, step: StepId, title: string, blocks: readonly Block[]): Section => ({
  id,
  step,
  title,
  blocks,
  fields: blocks.flatMap(({ fields }) => fields),
})

const block = (id: string, fields: readonly Named[], title = fieldNames[fields[0] as Named]): Block => ({
  id,
  title,
  fields,
})

/** A block of one field, by its name. */
const one = (field: Named) => block(field, [field])

/** The parts of the course form in their order, with the fields of each: one is shown, saved and compared at a time. */
export const sections: readonly Section[] = [
  section('basics', 'name', 'Name and price', [block('basics', ['name', 'description', 'free', 'price'])]),
  section('courses', 'content', 'Courses', [block('courses', ['bundle_courses'])]),
  section('first', 'page', 'What buyers read first', [
    one('banner'),
    block('sales-text', ['header_text', 'header_below', 'long_description']),
    block('reels', ['DEMO_REELS_VIDEOS'], 'Demo reels'),
  ]),
  section('offered', 'page', 'What they get', [
    block('inside', ['topics', 'language', 'requirements'], 'Topics and language'),
    block('teacher', ['teacher_name', 'teacher_about'], 'Teacher'),
    block('samples', ['product_content_samples']),
    one('who_is_this_for'),
    one('where_can_i_upload'),
    one('how_to_make_money'),
    one('how_to_get_started'),
    block('bonuses', ['bonuses_worth', 'exclusive_bonuses'], 'Exclusive bonuses'),
    block('more-bonuses', ['bonuses']),
  ]),
  section('proof', 'page', 'Proof and questions', [
    one('benefits_samples'),
    one('CUSTOMER_REVIEWS'),
    one('additional_infobanners'),
    one('faq'),
    block('legal', ['legal_disclaimer']),
  ]),
  section('offer', 'selling', 'Offer', [block('offer', ['offer_text', 'buy_now_text'])]),
  section('access', 'settings', 'Access', [block('access', ['access_period', 'lifetime_access'])]),
]

/** Returns true for the block that an address names, by itself or by one of its fields. */
export const isNamed = ({ id, fields }: Block, name: string | null) =>
  id === name || fields.includes(name as keyof CourseForm)

/** The section of a name in an address, or of a field; else the first. */
export const sectionAt = (id: string | null, field: string | null): Section =>
  sections.find((own) => own.id === (field ?? id) || own.blocks.some((part) => isNamed(part, field ?? id))) ??
  (sections[0] as Section)

/** Returns the sections of a step that a course of this kind has: a bundle alone has courses. */
export const sectionsIn = (step: StepId, kind: CourseKind): readonly Section[] =>
  sections.filter((section) => section.step === step && (section.id !== 'courses' || kind === 'bundle'))

export type CoursePlace = { id: string; title: string; to: string }

/** Returns the screens of a step, each with its address. */
export const placesIn = (step: StepId, kind: CourseKind, course_id: string): CoursePlace[] => {
  if (step === 'content' && kind === 'course') {
    return [{ id: 'lessons', title: 'Content', to: adminPaths.lessons(course_id) }]
  }
  const prices: CoursePlace = {
    id: 'prices',
    title: 'Sales and codes',
    to: adminPaths.tab('courseprice', { course_id }),
  }
  const own = sectionsIn(step, kind).map(({ id, title }) => ({
    id,
    title,
    to: adminPaths.tab('editcourse', { course_id, step: id }),
  }))
  const ways: CoursePlace = {
    id: 'ways',
    title: 'More ways to sell',
    to: adminPaths.tab('courseways', { course_id }),
  }
  return step === 'selling' ? [prices, ...own, ...(hasSellingParts ? [ways] : [])] : own
}

/** Returns the step in which a part is filled in that a course needs to go on sale. */
export const stepOf = (part: Missing): StepId => (part === 'lessons' ? 'content' : sectionAt(null, part).step)

/** Problems are counted by field, not by section: a list with two bad entries has two. */
export function countProblems(errors: unknown): number {
  if (typeof errors !== 'object' || errors === null) return 0
  if ('message' in errors && typeof errors.message === 'string') return 1
  return Object.entries(errors).reduce((sum, [name, below]) => (name === 'ref' ? sum : sum + countProblems(below)), 0)
}

/** Name of the first field of a section that has a problem, in the order of the form: `faq.2.answer`. */
export function firstProblem({ fields }: Section, errors: Record<string, unknown>): string | undefined {
  for (const field of fields) {
    const path = pathOf(errors[field], field)
    if (path) return path
  }
  return undefined
}

function pathOf(errors: unknown, path: string): string | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined
  if ('message' in errors && typeof errors.message === 'string') return path
  for (const [name, below] of Object.entries(errors)) {
    if (name === 'ref') continue
    const found = pathOf(below, name === 'root' ? path : `${path}.${name}`)
    if (found) return found
  }
  return undefined
}
