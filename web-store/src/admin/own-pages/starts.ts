import type { BlockType } from 'contract/pages/blocks'
import { newBlock, type Settings } from './block-fields.ts'
import { bodyOf, type PageSave } from './page-form.ts'

type Start = {
  label: string
  about: string
  slug: string
  /** Shown in the empty field of the title. */
  example: string
  blocks: readonly [BlockType, Settings?][]
}

const noWords = { en: '', hi: '', mr: '' }
const toCourses = { label: noWords, to: '/courses' }
const step = { title: noWords, text: noWords }

/** The kinds of new pages, each with its first blocks. A start writes no words: fields show examples until the owner types. */
export const starts: Record<'home' | 'bio' | 'landing' | 'about' | 'empty', Start> = {
  home: {
    label: 'Front page',
    about: 'Replaces the front page of your store',
    slug: 'home',
    example: '',
    blocks: [
      ['hero', { first: toCourses }],
      ['numbers', { figures: ['students', 'courses', 'lessons', 'rating'] }],
      ['courses'],
      ['steps', { steps: [step, step, step] }],
      ['reviews'],
    ],
  },
  bio: {
    label: 'Link page',
    about: 'For the one link of your Instagram profile',
    slug: 'bio',
    example: '',
    blocks: [
      ['hero', { layout: 'centred', social: true }],
      ['course', { dark: true }],
      ['links', { dark: true, links: [{ label: noWords, text: noWords, to: '/courses' }] }],
    ],
  },
  landing: {
    label: 'Landing page',
    about: 'One course, for one campaign',
    slug: 'offer',
    example: 'Diwali offer',
    blocks: [
      ['hero', { first: toCourses }],
      ['numbers', { figures: ['students', 'lessons', 'rating'] }],
      ['course'],
      ['teacher'],
      ['reviews'],
      ['faq'],
    ],
  },
  about: {
    label: 'About',
    about: 'Replaces the page about your shop',
    slug: 'about',
    example: '',
    blocks: [['hero'], ['text'], ['teacher'], ['numbers', { figures: ['students', 'courses'] }]],
  },
  empty: { label: 'Empty page', about: 'Begin with a first block', slug: 'page', example: 'Workshops', blocks: [] },
}

export type StartName = keyof typeof starts
export const isStart = (name: string): name is StartName => name in starts

/** The draft of a new page. */
export function startBody(start: StartName, title: string): PageSave {
  const blocks = starts[start].blocks.map(([type, settings], at) =>
    newBlock(
      type,
      Array.from({ length: at }, () => ''),
      settings,
    ),
  )
  return { ...bodyOf({ title, description: '', blocks }), publish: false }
}
