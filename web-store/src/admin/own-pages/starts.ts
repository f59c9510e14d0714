import type { BlockType } from 'contract/pages/blocks'
import { newBlock, type Settings } from './block-fields.ts'
import { bodyOf, type PageSave } from './page-form.ts'

type Start = { label: string; about: string; slug: string; title: string; blocks: readonly [BlockType, Settings?][] }

const words = (en: string) => ({ en, hi: '', mr: '' })
const toCourses = { label: words('See all courses'), to: '/courses' }

/** The kinds of new pages, each with its first blocks. */
export const starts: Record<'home' | 'bio' | 'landing' | 'about' | 'empty', Start> = {
  home: {
    label: 'Front page',
    about: 'Replaces the front page of your store',
    slug: 'home',
    title: '',
    blocks: [
      ['hero', { heading: words('Skills you can use *this week*'), first: toCourses }],
      ['numbers', { figures: ['students', 'courses', 'lessons', 'rating'] }],
      ['courses', { heading: words('Courses') }],
      [
        'steps',
        {
          heading: words('How it works'),
          steps: [
            { title: words('Choose a course'), text: words('') },
            { title: words('Pay by UPI or card'), text: words('') },
            { title: words('Start lesson 1'), text: words('') },
          ],
        },
      ],
      ['reviews', { heading: words('What students say') }],
    ],
  },
  bio: {
    label: 'Link page',
    about: 'For the one link of your Instagram profile',
    slug: 'bio',
    title: 'All my links',
    blocks: [
      [
        'hero',
        { heading: words('*Your name*'), text: words('What you teach, in one line.'), layout: 'centred', social: true },
      ],
      ['course', { dark: true }],
      ['links', { dark: true, links: [{ label: words('All courses'), text: words(''), to: '/courses' }] }],
    ],
  },
  landing: {
    label: 'Landing page',
    about: 'One course, for one campaign',
    slug: 'offer',
    title: 'Offer',
    blocks: [
      ['hero', { heading: words('One sentence about *the result*'), first: toCourses }],
      ['numbers', { figures: ['students', 'lessons', 'rating'] }],
      ['course', {}],
      ['teacher', {}],
      ['reviews', { heading: words('What students say') }],
      ['faq', { heading: words('Questions') }],
    ],
  },
  about: {
    label: 'About',
    about: 'Replaces the page about your shop',
    slug: 'about',
    title: 'About us',
    blocks: [
      ['hero', { heading: words('About us') }],
      ['text', { heading: words('Our story') }],
      ['teacher', {}],
      ['numbers', { figures: ['students', 'courses'] }],
    ],
  },
  empty: { label: 'Empty page', about: 'Begin with a first block', slug: 'page', title: 'New page', blocks: [] },
}

/** The draft of a new page. */
export function startBody(start: keyof typeof starts, title: string): PageSave {
  const blocks = starts[start].blocks.map(([type, settings], at) =>
    newBlock(
      type,
      Array.from({ length: at }, () => ''),
      settings,
    ),
  )
  return { ...bodyOf({ title, description: '', blocks }), publish: false }
}
