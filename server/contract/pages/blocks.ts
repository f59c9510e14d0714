/*
 * No schema here: pages of the store carry this file.
 */
import type { CourseCard, PublicCourse } from '../courses/courses.ts'
import type { Language } from '../languages.ts'

/** The types of blocks, in the order in which the console offers them. */
export const BLOCK_TYPES = [
  'hero',
  'courses',
  'course',
  'text',
  'media',
  'steps',
  'numbers',
  'reviews',
  'teacher',
  'faq',
  'signup',
  'links',
] as const
export type BlockType = (typeof BLOCK_TYPES)[number]

export const isBlockType = (type: string): type is BlockType => BLOCK_TYPES.some((one) => one === type)

/** Figures of the numbers block; each is counted by the server. */
export const FIGURES = ['students', 'courses', 'lessons', 'hours', 'rating'] as const
export type Figure = (typeof FIGURES)[number]

/** Fewer students than this are left out of the figures: a small number speaks against the shop. */
export const FEWEST_STUDENTS = 50

export const MOST_PAGES = 50
export const MOST_SECTIONS = 25
/** UTF-16 units of a page as JSON, unknown types included. */
export const MOST_OF_PAGE = 400_000

/** A text in each language of the store; an empty translation shows the English one. */
export type Words = Record<Language, string>

/** Settings with the texts of one language. */
type Spoken<Settings> = Settings extends Words
  ? string
  : Settings extends readonly (infer Entry)[]
    ? Spoken<Entry>[]
    : Settings extends object
      ? { [Field in keyof Settings]: Spoken<Settings[Field]> }
      : Settings

type Action = { label: Words; to: string }
type Image = { src: string; alt: Words }
/** On the dark board instead of the page's ground. */
type Ground = { dark: boolean }

/** Settings of each type as they are stored. */
export type BlockSettings = {
  /** Words between two `*` of the heading are painted. `centred` has the image as a round face above the words. */
  hero: {
    heading: Words
    text: Words
    image: Image
    layout: 'beside' | 'centred'
    first: Action
    second: Action
    social: boolean
  }
  courses: Ground & {
    heading: Words
    choice: 'newest' | 'topic' | 'chosen'
    topic: string
    course_ids: string[]
    count: number
  }
  course: Ground & { heading: Words; course_id: string; points: Words[] }
  /** `marks`: paragraphs between empty lines, `## heading`, `- list`, `**bold**`, `[label](address)`. */
  text: Ground & { heading: Words; marks: Words }
  /** A video is shown in place of the image, which is its poster. */
  media: Ground & { heading: Words; text: Words; image: Image; video: string; side: 'left' | 'right' | 'whole' }
  steps: Ground & { heading: Words; steps: { title: Words; text: Words }[] }
  numbers: Ground & { heading: Words; figures: Figure[] }
  reviews: Ground & { heading: Words; choice: 'newest' | 'chosen'; review_ids: number[]; count: number }
  teacher: Ground & { name: Words; role: Words; about: Words; image: Image }
  faq: Ground & { heading: Words; questions: { question: Words; answer: Words }[] }
  signup: Ground & { heading: Words; text: Words; label: Words }
  links: Ground & { heading: Words; links: { label: Words; text: Words; to: string }[] }
}

/** Settings of each type as a page shows them. */
export type ShownSettings = { [Type in BlockType]: Spoken<BlockSettings[Type]> }

/** A block as a page shows it. */
export type ShownBlock = { [Type in BlockType]: { id: string; type: Type; settings: ShownSettings[Type] } }[BlockType]

/** A review on a page, with the course that it is about. */
export type PageReview = {
  review_id: number
  stars: number
  text: string
  name: string | null
  at: string
  course_id: string
  course_name: string
  /** Share of the lessons that the student has done, whole percent; null for a course without lessons. */
  finished: number | null
}

/** Facts of the shop that blocks show: courses on sale, reviews in order, counted figures. */
export type PageFacts = {
  courses: CourseCard[]
  /** Ids of the newest courses, and of each topic that a block names. */
  newest: string[]
  topics: { topic: string; course_ids: string[] }[]
  reviews: PageReview[]
  figures: Partial<Record<Figure, number>>
}

/** A page as visitors see it, in one language. Hidden blocks and those of unknown types are left out. */
export type ShownPage = {
  slug: string
  title: string
  description: string
  changed_at: string
  order: string[]
  sections: Record<string, { type: BlockType; settings: Record<string, unknown> }>
  facts: PageFacts
  /** The course of a sales page's preview, with its blocks in `course.page`; absent on other pages. */
  course?: PublicCourse | undefined
}

/** The blocks of a shown page in their order. */
export const blocksOf = ({ order, sections }: Pick<ShownPage, 'order' | 'sections'>): ShownBlock[] =>
  order.flatMap((id) => (sections[id] ? [{ id, ...sections[id] } as unknown as ShownBlock] : []))

const COURSE = 'course/'

/** The course whose sales page has this slug, `course/{id}`; empty for other pages. */
export const courseOfPage = (slug: string): string => (slug.startsWith(COURSE) ? slug.slice(COURSE.length) : '')

export const coursePageOf = (courseId: string): string => `${COURSE}${courseId}`

/** The own addresses below which the pages are; `home` and `about` are the screens of these names, `course/{id}` is a sales page. */
export function pagePath(slug: string): string {
  if (courseOfPage(slug)) return `/${COURSE}${encodeURIComponent(courseOfPage(slug))}`
  return slug === 'home' ? '/' : slug === 'about' ? '/about' : `/p/${encodeURIComponent(slug)}`
}

/** The slug of the page at a path. */
export const slugAt = (pathname: string): string =>
  pathname === '/' ? 'home' : pathname === '/about' ? 'about' : slugBelow(/^\/p\/([^/]+)$/.exec(pathname)?.[1] ?? '')

/** Decodes the slug of a course's page, `course%2F{id}`; the others have nothing to decode. */
function slugBelow(part: string): string {
  if (!/^course%2F/i.test(part)) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/**
 * Checks where a link of a page may lead: a path of the store, a place on the page, an https address without credentials, or an email
 * address or phone number.
 */
export function isPageLink(to: string): boolean {
  if (/[\s\\\p{Cc}]/u.test(to)) return false
  if (/^\/(?!\/)/.test(to) || /^#[\w-]+$/.test(to)) return true
  if (/^mailto:[^?&]+@[^?&]+$/.test(to) || /^tel:\+?[\d-]{3,20}$/.test(to)) return true
  if (!/^https:\/\/[^/]/i.test(to) || !URL.canParse(to)) return false
  const { username, password, hostname } = new URL(to)
  return username === '' && password === '' && hostname.includes('.')
}

/** Returns settings with the texts of one language; English where a translation is empty. */
export function spoken<Settings>(settings: Settings, language: Language): Spoken<Settings> {
  const read = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(read)
    if (typeof value !== 'object' || value === null) return value
    if ('en' in value) return (value as Words)[language] || (value as Words).en
    return Object.fromEntries(Object.entries(value).map(([field, entry]) => [field, read(entry)]))
  }
  return read(settings) as Spoken<Settings>
}
