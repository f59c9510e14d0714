import { z } from 'zod'
import { isSalesSection } from '../courses/sales-page.ts'
import { CourseId, MediaUrl, whole } from '../fields.ts'
import { cleanText } from '../spelling.ts'
import { type BlockSettings, type BlockType, FIGURES, isPageLink, MOST_OF_PAGE, MOST_SECTIONS } from './blocks.ts'

const typed = (most: number) =>
  z
    .string({ error: 'Must be text' })
    .overwrite(cleanText)
    .max(most, { error: `Must be at most ${most} characters` })
    .default('')

/** A text in the store's languages, of at most so many characters each. */
const words = (most: number) =>
  z.object({ en: typed(most), hi: typed(most), mr: typed(most) }, { error: 'Must be a text in en, hi and mr' })

const noWords = { en: '', hi: '', mr: '' }
const optionalWords = (most: number) => words(most).default(noWords)

const OWN_FILE = 'Choose a file of the library'
/** An address of the shop's own library; empty for none. No other host is requested by a page. */
const ownFile = z
  .string({ error: OWN_FILE })
  .trim()
  .refine((url) => url === '' || (MediaUrl.safeParse(url).success && url.startsWith('/media/')), { error: OWN_FILE })
  .default('')

const NO_LINK = 'Must be a path such as /courses, or an https address'
const link = z
  .string({ error: NO_LINK })
  .trim()
  .max(2000, { error: NO_LINK })
  .refine((to) => to === '' || isPageLink(to), { error: NO_LINK })
  .default('')

const action = z.object({ label: optionalWords(60), to: link }).default({ label: noWords, to: '' })
const image = z.object({ src: ownFile, alt: optionalWords(200) }).default({ src: '', alt: noWords })
const heading = optionalWords(150)
const ground = { dark: z.boolean({ error: 'Must be true or false' }).default(false) }
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `Must be one of ${values.join(', ')}` })
const atMost = <Entry extends z.ZodType>(entry: Entry, most: number) =>
  z
    .array(entry, { error: 'Must be a list' })
    .max(most, { error: `At most ${most}` })
    .default([])
const count = (most: number, usual: number) => whole(1, most, `Must be a number from 1 to ${most}`).default(usual)

/** The settings of each type; what is absent is empty. */
export const sectionSettings = {
  hero: z.object({
    heading,
    text: optionalWords(400),
    image,
    layout: oneOf(['beside', 'centred']).default('beside'),
    first: action,
    second: action,
    social: z.boolean({ error: 'Must be true or false' }).default(false),
  }),
  courses: z.object({
    ...ground,
    heading,
    choice: oneOf(['newest', 'topic', 'chosen']).default('newest'),
    topic: z.string({ error: 'Must be text' }).trim().max(100, { error: 'Must be at most 100 characters' }).default(''),
    course_ids: atMost(CourseId, 24),
    count: count(12, 4),
  }),
  course: z.object({
    ...ground,
    heading,
    course_id: z.union([z.literal(''), CourseId], { error: 'Choose a course' }).default(''),
    points: atMost(words(200), 8),
  }),
  text: z.object({ ...ground, heading, marks: optionalWords(10_000) }),
  media: z.object({
    ...ground,
    heading,
    text: optionalWords(2000),
    image,
    video: ownFile,
    side: oneOf(['left', 'right', 'whole']).default('right'),
  }),
  steps: z.object({
    ...ground,
    heading,
    steps: atMost(z.object({ title: optionalWords(150), text: optionalWords(600) }), 9),
  }),
  numbers: z.object({ ...ground, heading, figures: atMost(oneOf(FIGURES), FIGURES.length) }),
  reviews: z.object({
    ...ground,
    heading,
    choice: oneOf(['newest', 'chosen']).default('newest'),
    review_ids: atMost(z.number({ error: 'Must be the number of a review' }).int().positive(), 12),
    count: count(12, 3),
  }),
  teacher: z.object({
    ...ground,
    name: optionalWords(150),
    role: optionalWords(150),
    about: optionalWords(2000),
    image,
  }),
  faq: z.object({
    ...ground,
    heading,
    questions: atMost(z.object({ question: optionalWords(300), answer: optionalWords(3000) }), 30),
  }),
  signup: z.object({ ...ground, heading, text: optionalWords(600), label: optionalWords(60) }),
  links: z.object({
    ...ground,
    heading,
    links: atMost(z.object({ label: optionalWords(100), text: optionalWords(150), to: link }), 15),
  }),
} satisfies { [Type in BlockType]: z.ZodType<BlockSettings[Type]> }

/** Headings of a section that a course's fields fill; empty for the usual ones. `second` is of the audience beside the earnings. */
const salesSettings = z.object({ heading, second: heading })

/** The schema of a type's settings; undefined for a type that this version does not know. */
export function settingsOf(type: string): z.ZodType<Record<string, unknown>> | undefined {
  if (isSalesSection(type)) return salesSettings
  return Object.hasOwn(sectionSettings, type) ? sectionSettings[type as BlockType] : undefined
}

const SECTION_ID = 'Must be an id of small letters, digits and dashes'
const SectionId = z.string({ error: SECTION_ID }).regex(/^[a-z0-9-]{1,40}$/, { error: SECTION_ID })

/** The settings of an unknown type are stored within this size and not shown: a later version may know it. */
const MOST_OF_UNKNOWN = 20_000

const settings = z.record(z.string(), z.unknown(), { error: 'Must be settings' })

/** A block of a page: its settings are those of its type. */
export const Section = z
  .object({
    type: z.string({ error: 'Must be a type of block' }).regex(/^[a-z_]{1,40}$/, { error: 'Must be a type of block' }),
    settings: settings.default({}),
    hidden: z.boolean({ error: 'Must be true or false' }).default(false),
  })
  .transform((section, { issues }) => {
    const schema =
      settingsOf(section.type) ??
      settings.refine((value) => JSON.stringify(value).length <= MOST_OF_UNKNOWN, {
        error: `Must be at most ${MOST_OF_UNKNOWN} characters`,
      })
    const read = schema.safeParse(section.settings)
    if (read.success) return { ...section, settings: read.data }
    for (const { message, path } of read.error.issues)
      issues.push({ code: 'custom', message, path: ['settings', ...path], input: section.settings })
    return z.NEVER
  })
export type Section = z.output<typeof Section>

/** A page as an editor saves it. */
export const PageBody = z
  .object({
    title: z
      .string({ error: 'Title is required' })
      .overwrite(cleanText)
      .min(1, { error: 'Title is required' })
      .max(150, { error: 'Must be at most 150 characters' }),
    /** For search engines and shared links. */
    description: typed(300),
    /** Every section, once. */
    order: z
      .array(SectionId, { error: 'Must be ids of sections' })
      .max(MOST_SECTIONS, { error: `A page has at most ${MOST_SECTIONS} blocks` }),
    sections: z.record(SectionId, Section, { error: 'Must be sections by id' }),
    /** False saves a draft: visitors see the published version until a save publishes. */
    publish: z.boolean({ error: 'Must be true or false' }).default(true),
  })
  .refine(({ order, sections }) => isWhole(order, Object.keys(sections)), {
    path: ['order'],
    error: 'Must name every section once',
  })
  .refine((page) => JSON.stringify(page).length <= MOST_OF_PAGE, {
    path: ['sections'],
    error: `A page holds at most ${MOST_OF_PAGE} characters`,
  })
export type PageBody = z.output<typeof PageBody>

const isWhole = (order: readonly string[], ids: readonly string[]) =>
  new Set(order).size === order.length && order.length === ids.length && ids.every((id) => order.includes(id))
