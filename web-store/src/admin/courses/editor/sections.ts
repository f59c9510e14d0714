import { BUNDLE_COURSES, type CourseKind } from 'contract/courses/bundles'
import type { CourseForm } from './course-form.ts'

export type SectionId =
  | 'basics'
  | 'courses'
  | 'price'
  | 'banner'
  | 'sales-text'
  | 'reels'
  | 'proof'
  | 'samples'
  | 'inside'
  | 'lists'
  | 'bonuses'
  | 'faq'
  | 'legal'

type Section = {
  id: SectionId
  title: string
  fields: readonly (keyof CourseForm)[]
  /** Rarely used: one line with a figure until it is opened. */
  folds?: (form: CourseForm) => string
}

/** Labels of the fields of a course, in its form and wherever its versions are compared. */
export const fieldNames: Record<Exclude<keyof CourseForm, 'kind'>, string> = {
  name: 'Name',
  description: 'Description',
  price: 'Price (₹)',
  offer_text: 'Offer text',
  buy_now_text: 'Buy button text',
  lifetime_access: 'Lifetime access',
  header_text: 'Header text',
  header_below: 'Heading line',
  long_description: 'Long description',
  bonuses_worth: 'Bonuses worth',
  exclusive_bonuses: 'Exclusive bonuses',
  bonuses: 'More bonuses',
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

const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

/** The parts of the course form in their order, with the fields of each. */
export const sections: readonly Section[] = [
  { id: 'basics', title: 'Basics', fields: ['name', 'description'] },
  { id: 'courses', title: 'Courses', fields: ['bundle_courses'] },
  {
    id: 'price',
    title: 'Price and offer',
    fields: ['free', 'price', 'offer_text', 'buy_now_text', 'lifetime_access', 'access_period'],
  },
  { id: 'banner', title: 'Banner', fields: ['banner'] },
  { id: 'sales-text', title: 'Sales page text', fields: ['header_text', 'header_below', 'long_description'] },
  { id: 'reels', title: 'Demo reels', fields: ['DEMO_REELS_VIDEOS'] },
  {
    id: 'proof',
    title: 'Proof images',
    fields: ['benefits_samples', 'CUSTOMER_REVIEWS', 'additional_infobanners'],
    folds: (form) =>
      `${count(form.benefits_samples.length, 'result')}, ${count(form.CUSTOMER_REVIEWS.length, 'review')}, ${count(form.additional_infobanners.length, 'info banner')}`,
  },
  {
    id: 'samples',
    title: 'Sample content',
    fields: ['product_content_samples'],
    folds: (form) => count(form.product_content_samples.length, 'card'),
  },
  {
    id: 'inside',
    title: 'What is inside',
    fields: ['topics', 'language', 'requirements', 'teacher_name', 'teacher_about'],
  },
  {
    id: 'lists',
    title: 'Lists',
    fields: ['who_is_this_for', 'where_can_i_upload', 'how_to_make_money', 'how_to_get_started'],
  },
  {
    id: 'bonuses',
    title: 'Bonuses',
    fields: ['bonuses_worth', 'exclusive_bonuses', 'bonuses'],
    folds: (form) =>
      `${count(form.exclusive_bonuses.length + form.bonuses.length, 'card')}${form.bonuses_worth ? `, worth ${form.bonuses_worth}` : ''}`,
  },
  { id: 'faq', title: 'FAQ', fields: ['faq'] },
  {
    id: 'legal',
    title: 'Legal',
    fields: ['legal_disclaimer'],
    folds: (form) => (form.legal_disclaimer ? 'Disclaimer written' : 'No disclaimer yet'),
  },
]

/** Returns the parts of the form: a bundle alone has courses. */
export const sectionsOf = (kind: CourseKind): readonly Section[] =>
  sections.filter(({ id }) => id !== 'courses' || kind === 'bundle')

/** Problems are counted by field, not by section: a list with two bad entries has two. */
export function countProblems(errors: unknown): number {
  if (typeof errors !== 'object' || errors === null) return 0
  if ('message' in errors && typeof errors.message === 'string') return 1
  return Object.entries(errors).reduce((sum, [name, below]) => (name === 'ref' ? sum : sum + countProblems(below)), 0)
}

/** Counts the problems of a section. */
export const problemsOf = (section: Section, errors: Record<string, unknown>): number =>
  section.fields.reduce((sum, field) => sum + countProblems(errors[field]), 0)

/** Filled when each field of the section says something. */
export function isFilled(section: Section, form: CourseForm): boolean {
  const shown = (value: string | unknown[] | boolean) => typeof value !== 'boolean' && value.length > 0
  if (section.id === 'price') return form.free || Number(form.price) > 0
  if (section.id === 'courses') return form.bundle_courses.length >= BUNDLE_COURSES.least
  return section.folds || section.id === 'lists' || section.id === 'inside'
    ? section.fields.some((field) => shown(form[field]))
    : section.fields.every((field) => shown(form[field]))
}

/** Name of the first field that has a problem, in the order of the form: `faq.2.answer`. */
export function firstProblem(errors: Record<string, unknown>): { section: SectionId; field: string } | undefined {
  for (const { id, fields } of sections) {
    for (const field of fields) {
      const path = pathOf(errors[field], field)
      if (path) return { section: id, field: path }
    }
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
