import type { Block } from 'contract/letter-blocks'
import type { Letter } from 'contract/letters'
import { expect, test } from 'vitest'
import { asPath, blockProblem, bodyOf, emptyLetter, formOf, kindOf, letterProblems } from './letter-form.ts'

const whole = { ...emptyLetter([]), subject: 'New course', blocks: [{ text: 'Hello {name}' }] }

test.each<[string, Block]>([
  ['Write some words', { text: '  ' }],
  ['Choose an image', { image: '', alt: 'A mango' }],
  ['Describe the image', { image: `/media/${'0'.repeat(32)}/mango.webp`, alt: '' }],
  ['Choose a course', { course: '' }],
  ['Choose a code', { code: '' }],
  ['Write the words on the button', { button: { label: '', url: '/courses' } }],
  [
    'Must be an https address, or a path of the store such as /course/12',
    { button: { label: 'See', url: 'javascript:' } },
  ],
])('a block that is not whole says "%s"', (problem, block) => {
  expect(blockProblem(block)).toBe(problem)
  expect(letterProblems({ ...whole, blocks: [{ text: 'Hello' }, block] }).blocks).toBe(`Block 2: ${problem}`)
})

test('a whole letter has no problem, and each missing part has one', () => {
  expect(letterProblems(whole)).toEqual({})
  expect(letterProblems({ ...whole, subject: '' })).toEqual({ subject: 'Subject is required' })
  expect(letterProblems({ ...whole, subject: 'Two\nlines' })).toEqual({
    subject: 'Must be one line without control characters',
  })
  expect(letterProblems({ ...whole, blocks: [] })).toEqual({ blocks: 'Add a block' })
  expect(letterProblems({ ...whole, channel: 'whatsapp' })).toEqual({ template: 'Choose a template' })
  expect(letterProblems({ ...whole, name: 'x'.repeat(101) })).toEqual({ name: 'Must be at most 100 characters' })
})

test('the wire has a template for WhatsApp alone, and the subject in place of a name', () => {
  expect(bodyOf(whole)).toEqual({
    name: 'New course',
    subject: 'New course',
    blocks: [{ text: 'Hello {name}' }],
    channel: 'email',
    notice: false,
    segment: { all: [] },
  })
  const sent = { name: 'new_course', language: 'hi', parameters: ['{name}'] }
  const letter = { ...whole, channel: 'whatsapp' as const, template: { ...sent, body: 'Hello {{1}}', course: '' } }
  expect(bodyOf(letter)).toEqual({
    name: 'new_course',
    subject: 'new_course',
    blocks: [{ text: 'Hello {{1}}' }],
    channel: 'whatsapp',
    notice: false,
    segment: { all: [] },
    template: sent,
  })
  expect(bodyOf({ ...letter, template: { ...letter.template, course: 'reels' } }).blocks).toEqual([{ course: 'reels' }])
  expect(letterProblems({ ...letter, subject: '', blocks: [] })).toEqual({})
  expect(letterProblems({ ...letter, template: { ...letter.template, parameters: [' '] } })).toEqual({
    template: 'Fill value 1',
  })
})

test('a block is named by its own part', () => {
  expect([{ text: 'a' }, { image: '', alt: '' }, { course: '' }, { code: '' }].map(kindOf)).toEqual([
    'text',
    'image',
    'course',
    'code',
  ])
})

test('a name that repeats the subject follows it, and another one stays', () => {
  const stored = (name: string) => ({ ...bodyOf({ ...whole, name }), template: null }) as Letter
  expect(bodyOf({ ...formOf(stored('')), subject: 'Newer course' }).name).toBe('Newer course')
  expect(bodyOf({ ...formOf(stored('November')), subject: 'Newer course' }).name).toBe('November')
})

test('a button of a letter takes an address of the shop itself as a path', () => {
  const shop = 'http://localhost:3000'
  expect(asPath('http://localhost:3000/course/12?ref=mail#top', shop)).toBe('/course/12?ref=mail#top')
  for (const other of ['https://youtube.com/a', '/course/12', 'http://localhost:3001/course/12', 'http://loc'])
    expect(asPath(other, shop)).toBe(other)
})
