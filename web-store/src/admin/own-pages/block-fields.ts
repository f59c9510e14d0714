import { isSalesSection, type SalesSection } from 'contract/courses/sales-page'
import { type BlockType, type Figure, isBlockType } from 'contract/pages/blocks'
import { settingsOf } from 'contract/pages/sections'

/** Describes a field of a block's form; `name` is that of the setting, `example` is shown while it is empty. */
export type BlockField =
  | { kind: 'words'; name: string; label: string; long?: true; help?: string; example?: string }
  | { kind: 'link'; name: string; label: string }
  | { kind: 'action'; name: string; label: string; example?: string }
  | { kind: 'image'; name: string; label: string; help?: string }
  | { kind: 'video'; name: string; label: string }
  | { kind: 'choice'; name: string; label: string; options: readonly (readonly [string, string])[] }
  | { kind: 'switch'; name: string; label: string }
  | { kind: 'count'; name: string; label: string; when?: readonly [name: string, ...values: string[]] }
  | { kind: 'course'; name: string }
  | { kind: 'courses'; name: string; when: readonly [name: string, ...values: string[]] }
  | { kind: 'topic'; name: string; when: readonly [name: string, ...values: string[]] }
  | { kind: 'reviews'; name: string; when: readonly [name: string, ...values: string[]] }
  | { kind: 'figures'; name: string }
  | { kind: 'lines'; name: string; label: string; of: string; most: number }
  | { kind: 'list'; name: string; label: string; of: string; most: number; fields: readonly BlockField[] }

type WordsField = Extract<BlockField, { kind: 'words' }>

const words = (name: string, label: string, more?: Partial<WordsField>): WordsField => ({
  kind: 'words',
  name,
  label,
  ...more,
})
const choice = (
  name: string,
  label: string,
  options: Extract<BlockField, { kind: 'choice' }>['options'],
): BlockField => ({ kind: 'choice', name, label, options })
const image = (label: string, help: string): BlockField => ({ kind: 'image', name: 'image', label, help })
const heading = words('heading', 'Heading')
const text = words('text', 'Text', { long: true })
const dark = { kind: 'switch', name: 'dark', label: 'Dark ground' } as const

type BlockKind = { label: string; about: string; fields: readonly BlockField[] }

/** Each type of block with its name, what it is for, and its form. */
export const blockKinds: Record<BlockType, BlockKind> = {
  hero: {
    label: 'Hero',
    about: 'A headline with up to two buttons',
    fields: [
      {
        ...heading,
        long: true,
        help: 'Words between two * are highlighted.',
        example: 'Skills you can use *this week*',
      },
      { ...text, example: 'What you teach, in one line.' },
      image('Image', 'Best at 1280 × 720, or square as a face.'),
      choice('layout', 'Layout', [
        ['beside', 'Image beside'],
        ['centred', 'Face above'],
      ]),
      { kind: 'action', name: 'first', label: 'First button', example: 'See all courses' },
      { kind: 'action', name: 'second', label: 'Second button' },
      { kind: 'switch', name: 'social', label: 'Links to your profiles' },
    ],
  },
  courses: {
    label: 'Courses',
    about: 'The newest, a topic, or your choice',
    fields: [
      { ...heading, example: 'Courses' },
      choice('choice', 'Which courses', [
        ['newest', 'Newest'],
        ['topic', 'Topic'],
        ['chosen', 'I choose'],
      ]),
      { kind: 'topic', name: 'topic', when: ['choice', 'topic'] },
      { kind: 'courses', name: 'course_ids', when: ['choice', 'chosen'] },
      { kind: 'count', name: 'count', label: 'How many', when: ['choice', 'newest', 'topic'] },
      dark,
    ],
  },
  course: {
    label: 'One course',
    about: 'Its image, points, price and button',
    fields: [
      heading,
      { kind: 'course', name: 'course_id' },
      { kind: 'lines', name: 'points', label: 'Points', of: 'point', most: 8 },
      dark,
    ],
  },
  text: {
    label: 'Text',
    about: 'Paragraphs, lists and links',
    fields: [
      { ...heading, example: 'Our story' },
      words('marks', 'Text', {
        long: true,
        help: 'An empty line begins a paragraph. ## heading, - list, **bold**, [label](address).',
      }),
      dark,
    ],
  },
  media: {
    label: 'Image or video',
    about: 'With words beside or below it',
    fields: [
      heading,
      text,
      image('Image', 'The poster, if there is a video.'),
      { kind: 'video', name: 'video', label: 'Video' },
      choice('side', 'Place', [
        ['left', 'Left'],
        ['right', 'Right'],
        ['whole', 'Full width'],
      ]),
      dark,
    ],
  },
  steps: {
    label: 'Steps',
    about: 'Numbered, three beside each other',
    fields: [
      { ...heading, example: 'How it works' },
      {
        kind: 'list',
        name: 'steps',
        label: 'Steps',
        of: 'step',
        most: 9,
        fields: [words('title', 'Title', { example: 'Choose a course' }), text],
      },
      dark,
    ],
  },
  numbers: {
    label: 'Numbers',
    about: 'Only what is counted',
    fields: [heading, { kind: 'figures', name: 'figures' }, dark],
  },
  reviews: {
    label: 'Reviews',
    about: 'Only verified ones',
    fields: [
      { ...heading, example: 'What students say' },
      choice('choice', 'Which reviews', [
        ['newest', 'Newest'],
        ['chosen', 'I choose'],
      ]),
      { kind: 'reviews', name: 'review_ids', when: ['choice', 'chosen'] },
      { kind: 'count', name: 'count', label: 'How many', when: ['choice', 'newest'] },
      dark,
    ],
  },
  teacher: {
    label: 'Teacher',
    about: 'A face and a few lines',
    fields: [
      words('name', 'Name'),
      words('role', 'Role'),
      words('about', 'About', { long: true }),
      image('Face', 'A square image.'),
      dark,
    ],
  },
  faq: {
    label: 'Questions',
    about: 'Questions with answers',
    fields: [
      { ...heading, example: 'Questions' },
      {
        kind: 'list',
        name: 'questions',
        label: 'Questions',
        of: 'question',
        most: 30,
        fields: [words('question', 'Question'), words('answer', 'Answer', { long: true })],
      },
      dark,
    ],
  },
  signup: {
    label: 'Sign up',
    about: 'News by email, confirmed by a link',
    fields: [heading, text, words('label', 'Button'), dark],
  },
  links: {
    label: 'Links',
    about: 'Buttons below each other',
    fields: [
      heading,
      {
        kind: 'list',
        name: 'links',
        label: 'Links',
        of: 'link',
        most: 15,
        fields: [
          words('label', 'Label', { example: 'All courses' }),
          words('text', 'Line below'),
          { kind: 'link', name: 'to', label: 'Address' },
        ],
      },
      dark,
    ],
  },
}

/** The counted figures in words. */
export const figureLabels: Record<Figure, string> = {
  students: 'Students',
  courses: 'Courses',
  lessons: 'Lessons',
  hours: 'Hours of video',
  rating: 'Average rating',
}

const fromCourse = (label: string, about: string, fields: readonly BlockField[] = [heading]): BlockKind => ({
  label,
  about,
  fields,
})

/** The sections that a course's fields fill: here they are moved, hidden and renamed. */
const salesKinds: Record<SalesSection, BlockKind> = {
  offer: fromCourse('Offer', 'Name, image, price and button', [
    { ...heading, help: 'Above the name, where the course has no heading of its own.' },
  ]),
  points: fromCourse('Points', 'The long description, line by line', []),
  clips: fromCourse('Clips', 'The demo reels'),
  lessons: fromCourse('Lessons and teacher', 'Facts, lessons and the free lesson'),
  course_reviews: fromCourse('Reviews of the course', 'From the third one on'),
  results: fromCourse('Results', 'Result images and customer reviews'),
  samples: fromCourse('Samples', 'Sample cards and info banners'),
  bonuses: fromCourse('Bonuses', 'Exclusive ones and others'),
  audience: fromCourse('Earnings and audience', 'Two lists beside each other', [
    { ...heading, label: 'Heading of the earnings' },
    words('second', 'Heading of the audience'),
  ]),
  first_steps: fromCourse('First steps', 'Numbered'),
  platforms: fromCourse('Platforms', 'Where the work can be uploaded'),
  course_faq: fromCourse('Questions of the course', 'With the disclaimer below'),
  next_price: fromCourse('Closing band', 'The next price and a button'),
}

/** Describes a type; undefined for one that this version does not know. */
export function kindOf(type: string): BlockKind | undefined {
  if (isSalesSection(type)) return salesKinds[type]
  return isBlockType(type) ? blockKinds[type] : undefined
}

export const labelOf = (type: string): string => kindOf(type)?.label ?? `Unknown: ${type}`

export type Settings = Record<string, unknown>

/** A block in the form. */
export type FormBlock = { id: string; type: string; hidden: boolean; settings: Settings }

/** Completes settings of this type: a field of a later version begins empty. */
export const completed = (type: string, settings: Settings): Settings => {
  const schema = settingsOf(type)
  if (!schema) return settings
  const read = schema.safeParse(settings)
  return read.success ? read.data : { ...schema.parse({}), ...settings }
}

/** A new block with an id that the page does not have. */
export function newBlock(type: BlockType, taken: readonly string[], settings: Settings = {}): FormBlock {
  let number = taken.length + 1
  while (taken.includes(`${type}-${number}`)) number += 1
  return { id: `${type}-${number}`, type, hidden: false, settings: completed(type, settings) }
}
