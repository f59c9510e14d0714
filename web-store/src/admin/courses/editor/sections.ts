import { BUNDLE_COURSES, type CourseKind } from 'contract/courses/bundles'
import type { Course } from 'contract/courses/courses'
import type { Missing } from 'contract/placement'
import { sameValue, type VersionPart } from '../../forms/version-parts.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import { hasSellingParts } from '../selling/selling-parts.ts'
import type { CourseBody, CourseForm } from './course-form.ts'

export type SectionId =
  | 'basics'
  | 'courses'
  | 'banner'
  | 'sales-text'
  | 'reels'
  | 'proof'
  | 'samples'
  | 'inside'
  | 'lists'
  | 'bonuses'
  | 'more-bonuses'
  | 'faq'
  | 'legal'
  | 'offer'
  | 'access'

/** The steps of a course in their order. */
export const courseSteps = [
  ['name', 'Name and price'],
  ['content', 'Content'],
  ['page', 'Page'],
  ['selling', 'Selling'],
  ['settings', 'Settings'],
] as const

export type StepId = (typeof courseSteps)[number][0]

export type Section = {
  id: SectionId
  step: StepId
  title: string
  fields: readonly (keyof CourseForm)[]
  /** Filled when one of its fields says something. */
  optional?: true
}

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

/** The parts of the course form in their order, with the fields of each: one is shown, saved and compared at a time. */
export const sections: readonly Section[] = [
  { id: 'basics', step: 'name', title: 'Name and price', fields: ['name', 'description', 'free', 'price'] },
  { id: 'courses', step: 'content', title: 'Courses', fields: ['bundle_courses'] },
  { id: 'banner', step: 'page', title: 'Banner', fields: ['banner'] },
  {
    id: 'sales-text',
    step: 'page',
    title: 'Sales page text',
    fields: ['header_text', 'header_below', 'long_description'],
  },
  { id: 'reels', step: 'page', title: 'Demo reels', fields: ['DEMO_REELS_VIDEOS'] },
  {
    id: 'proof',
    step: 'page',
    title: 'Proof images',
    fields: ['benefits_samples', 'CUSTOMER_REVIEWS', 'additional_infobanners'],
    optional: true,
  },
  { id: 'samples', step: 'page', title: 'Sample content', fields: ['product_content_samples'] },
  {
    id: 'inside',
    step: 'page',
    title: 'What is inside',
    fields: ['topics', 'language', 'requirements', 'teacher_name', 'teacher_about'],
    optional: true,
  },
  {
    id: 'lists',
    step: 'page',
    title: 'What you get',
    fields: ['who_is_this_for', 'where_can_i_upload', 'how_to_make_money', 'how_to_get_started'],
    optional: true,
  },
  {
    id: 'bonuses',
    step: 'page',
    title: 'Exclusive bonuses',
    fields: ['bonuses_worth', 'exclusive_bonuses'],
    optional: true,
  },
  { id: 'more-bonuses', step: 'page', title: 'Bonuses', fields: ['bonuses'] },
  { id: 'faq', step: 'page', title: 'FAQ', fields: ['faq'] },
  { id: 'legal', step: 'page', title: 'Legal', fields: ['legal_disclaimer'] },
  { id: 'offer', step: 'selling', title: 'Offer', fields: ['offer_text', 'buy_now_text'], optional: true },
  { id: 'access', step: 'settings', title: 'Access', fields: ['access_period', 'lifetime_access'], optional: true },
]

/** The section of a name in an address, or of a field; else the first. */
export const sectionAt = (id: string | null, field: string | null): Section =>
  sections.find(({ id: own, fields }) => (field === null ? own === id : fields.includes(field as keyof CourseForm))) ??
  (sections[0] as Section)

/** Returns the sections of a step that a course of this kind has: a bundle alone has courses. */
export const sectionsIn = (step: StepId, kind: CourseKind): readonly Section[] =>
  sections.filter((section) => section.step === step && (section.id !== 'courses' || kind === 'bundle'))

export type CoursePlace = { id: SectionId | 'lessons' | 'prices' | 'ways'; title: string; to: string }

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

/** Filled when each field of the section says something. */
export function isFilled(section: Section, form: CourseForm): boolean {
  const shown = (value: string | unknown[] | boolean) => typeof value !== 'boolean' && value.length > 0
  if (section.id === 'courses') return form.bundle_courses.length >= BUNDLE_COURSES.least
  return section.optional
    ? section.fields.some((field) => shown(form[field]))
    : section.fields.every((field) => shown(form[field]))
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
