import { describe, expect, it } from 'vitest'
import { shopNow } from '../../stores/shop-clock.ts'
import { typedHour } from '../forms/indian-hour.ts'
import {
  contentResolver,
  emptyLesson,
  isUntouched,
  type LessonFields,
  lessonsBody,
  lessonsIn,
  newLesson,
  toForm,
  typedSeconds,
} from './lesson-form.ts'

it('a course without lessons has one empty lesson in the form, until something is put into it', () => {
  const [first] = toForm([]).content
  const having = (part: Partial<LessonFields>) => isUntouched({ content: [{ ...emptyLesson, ...part }] })
  expect([isUntouched({ content: first ? [first] : [] }), having({ files: [], title: ' ' })]).toEqual([true, true])
  for (const part of [
    { title: 'One' },
    { watch_link: 'https://youtu.be/a' },
    { length: '4:20' },
    { opens_after_days: '7' },
    { lesson_id: 'lsn_1' },
    { kind: 'quiz' as const },
    { files: [{ name: 'a', url: '/media/a' }] },
  ])
    expect(having(part)).toBe(false)
  expect(isUntouched({ content: [emptyLesson, emptyLesson] })).toBe(false)
})

describe('pasted lessons', () => {
  it('have a title before their address, in the ways in which lists are written', () => {
    const text = [
      '1. Why phone editing wins, https://youtu.be/a81kZZ',
      'Set up your app\thttps://vimeo.com/12345\thttps://files.example.com/setup.pdf',
      '• Captions that people read - https://youtu.be/c77xyz',
      'A line without an address',
    ].join('\n')
    expect(lessonsIn(text)).toMatchObject([
      { lesson_id: '', title: 'Why phone editing wins', watch_link: 'https://youtu.be/a81kZZ', download_link: '' },
      {
        lesson_id: '',
        title: 'Set up your app',
        watch_link: 'https://vimeo.com/12345',
        download_link: 'https://files.example.com/setup.pdf',
      },
      { lesson_id: '', title: 'Captions that people read', watch_link: 'https://youtu.be/c77xyz', download_link: '' },
    ])
  })

  it('have the name of the file for a bare address, a file of the library none, and leave out foreign addresses', () => {
    const [media, link] = [`/media/${'a'.repeat(32)}/file.mp4`, 'https://films.example.com/first_steps.mp4']
    expect(lessonsIn(`${link}\n${media}\njavascript:alert(1)\nhttp://plain.example.com/x`)).toMatchObject([
      { title: 'first steps', watch_link: link },
      { title: '', watch_link: media },
    ])
  })

  it('leave one empty lesson in the form where there is none', () => {
    expect(toForm([]).content).toHaveLength(1)
  })
})

it('a length is read as people write it, and an invalid one is an error at its field', async () => {
  const input = ['4:20', '1:04:20', ' 0:05 ', '90:00', '', '4.20', '4:60', 'ten'].map(typedSeconds)
  expect(input).toEqual([260, 3860, 5, 5400, null, Number.NaN, Number.NaN, Number.NaN])
  const content = [{ ...emptyLesson, title: 'A', watch_link: 'https://vimeo.com/1', length: 'ten' }]
  const { errors } = await contentResolver('reels', 'https://store.example')({ content }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  expect(errors.content?.[0]?.length).toMatchObject({ message: 'Length must be a time such as 4:20' })
})

describe('the request of the lesson form', () => {
  const lesson = (title: string, change: Partial<LessonFields> = {}): LessonFields => ({
    ...emptyLesson,
    title,
    watch_link: 'https://vimeo.com/1',
    ...change,
  })
  const check = (content: LessonFields[]) =>
    contentResolver('reels', 'https://store.example')({ content }, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    })

  it('follows the order of the form, with the ids that keep the students’ progress', async () => {
    const { values } = await check([lesson('B', { lesson_id: 'b' }), lesson('New'), lesson('A', { lesson_id: 'a' })])
    expect(values).toMatchObject({
      course_id: 'reels',
      content: [
        { lesson_id: 'b', title: 'B' },
        { lesson_id: null, title: 'New', download_link: null, seconds: null, preview: false },
        { lesson_id: 'a', title: 'A' },
      ],
    })
  })

  it('is the stored lessons if the form is untouched, up to the longest one', async () => {
    const stored = (lesson_id: string, seconds: number | null, download_link: string | null) => ({
      lesson_id,
      kind: 'media' as const,
      title: 'A',
      watch_link: 'https://vimeo.com/1',
      download_link,
      seconds,
      preview: lesson_id === 'a',
      section: 'Start',
      source: null,
      file_seconds: 9,
      file_bytes: 1024,
      opens_after_days: null,
      opens_at: null,
      files: [],
      captions: [],
    })
    const lessons = [stored('a', 5, null), stored('b', 86_400, 'https://x.example/b.pdf'), stored('c', null, null)]
    const { values } = await check(toForm(lessons).content)
    expect(values).toEqual({
      course_id: 'reels',
      content: lessons.map(({ file_seconds: _, file_bytes: _bytes, ...sent }) => sent),
    })
  })

  it('takes a draft of an earlier release, and addresses of our own as they are copied', async () => {
    const { length: _, ...earlier } = lesson('A', { watch_link: `https://store.example/media/${'a'.repeat(32)}/a.mp4` })
    const { values } = await check([earlier as LessonFields])
    expect(values).toMatchObject({ content: [{ seconds: null, watch_link: `/media/${'a'.repeat(32)}/a.mp4` }] })
  })

  it('several lessons of a course are free previews', async () => {
    const { values } = await check([lesson('A', { preview: true }), lesson('B', { preview: true })])
    expect(values).toMatchObject({ content: [{ preview: true }, { preview: true }] })
  })
})

it('a pasted address with a lone % is taken as it is', () => {
  expect(lessonsIn('https://files.example.com/100%-off-day.pdf')).toMatchObject([
    { title: '100% off day', watch_link: 'https://files.example.com/100%-off-day.pdf' },
  ])
})

it('a new live lesson and a new assignment bring their date and task into the one save', () => {
  const [live, work] = [newLesson('live'), newLesson('assignment')]
  const begins = typedHour(new Date(shopNow().getTime() + 3_600_000))
  const typed = (over: Partial<LessonFields>[]) => ({
    content: [live, work].map((lesson, at) => ({ ...lesson, title: 'A lesson', ...over[at] })),
  })
  const sent = lessonsBody(
    'c',
    'https://shop.example/',
    typed([
      { live: { starts_at: begins, minutes: '90', join_link: 'https://meet.example/a' } },
      { assignment: { instructions: 'Cut a reel', criteria: 'It has a hook\n\nIt is short' } },
    ]),
  )
  expect(sent.data?.content).toMatchObject([
    { kind: 'live', live: { minutes: 90, join_link: 'https://meet.example/a' } },
    { assignment: { instructions: 'Cut a reel', criteria: [{ text: 'It has a hook' }, { text: 'It is short' }] } },
  ])
  // A date and a task may follow later.
  const none = lessonsBody('c', 'https://shop.example/', typed([]))
  expect(none.data?.content.map((lesson) => [lesson.live, lesson.assignment])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ])
})

it('half a date, a day that has passed and a task without criteria are named at their fields', async () => {
  const resolve = contentResolver('c', 'https://shop.example/')
  const errorsOf = async (lesson: LessonFields) => {
    const options = { fields: {}, shouldUseNativeValidation: false }
    const { errors } = await resolve({ content: [{ ...lesson, title: 'A lesson' }] }, undefined, options)
    return errors.content?.[0]
  }
  const link = 'https://meet.example/a'
  const live = (starts_at: string, join_link = link) =>
    errorsOf({ ...newLesson('live'), live: { starts_at, minutes: '60', join_link } })
  expect((await live(''))?.live?.starts_at?.message).toBe('Must be a date and time')
  expect((await live('2020-01-01T10:00'))?.live?.starts_at?.message).toBe('Must be in the future')
  expect((await live('2099-01-01T10:00', ''))?.live?.join_link?.message).toBe(
    'Must be a link that begins with https://',
  )
  const half = { instructions: 'Cut a reel', criteria: '' }
  const assignment = await errorsOf({ ...newLesson('assignment'), assignment: half })
  expect(assignment?.assignment?.criteria?.message).toBe('Add at least one criterion')
})

it('a new quiz brings its questions into the one save, an answer in each line and the right ones behind a star', async () => {
  const typed = (questions: string) => ({ content: [{ ...newLesson('quiz'), title: 'A quiz', quiz: { questions } }] })
  const sent = (questions: string) => lessonsBody('c', 'https://shop.example/', typed(questions)).data?.content[0]?.quiz
  const text = 'Which key cuts?\n* B\nV\n\n\nWhat belongs into a hook?\n*A question\n* A promise\nYour address\n'
  expect(sent(text)).toMatchObject({
    pass_mark: 70,
    questions: [
      {
        kind: 'single',
        text: 'Which key cuts?',
        options: [
          { text: 'B', right: true },
          { text: 'V', right: false },
        ],
      },
      { kind: 'multiple', options: [{ right: true }, { text: 'A promise', right: true }, { right: false }] },
    ],
  })
  // The questions may follow later.
  expect(sent(' ')).toBeUndefined()
  const options = { fields: {}, shouldUseNativeValidation: false }
  const { errors } = await contentResolver('c', 'https://shop.example/')(typed('Which?\nB\nV'), undefined, options)
  expect(errors.content?.[0]?.quiz?.questions?.message).toBe('Mark the right option')
})
