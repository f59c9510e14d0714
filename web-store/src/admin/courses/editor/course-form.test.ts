import type { Course } from 'contract/courses/courses'
import { describe, expect, it } from 'vitest'
import {
  type CourseForm,
  courseResolver,
  emptyCourse,
  overStored,
  PENDING_UPLOAD,
  previewCourse,
  toForm,
} from './course-form.ts'
import { countProblems, firstProblem, sectionAt, sections, stepOf } from './sections.ts'

const STORE = 'https://shop.example'
const picture = `/media/${'a'.repeat(32)}/x.webp`

const typed: CourseForm = {
  ...emptyCourse,
  name: 'Phone reels',
  description: 'Cut reels on the phone that you have.',
  long_description: 'Everything from the first cut to captions that people read, on any phone.',
  header_text: 'Reels that are watched',
  header_below: 'On any phone',
  banner: picture,
  price: '499.50',
}
const check = async (form: CourseForm, fields?: readonly (keyof CourseForm)[]) =>
  courseResolver({ sells: true, store: STORE, ...(fields && { fields }) })(form, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
const values = async (change: Partial<CourseForm>) => (await check({ ...typed, ...change })).values as Course
const problems = async (change: Partial<CourseForm>) =>
  (await check({ ...typed, ...change })).errors as Record<string, unknown>

const section = (id: string) => sections.find((one) => one.id === id) as (typeof sections)[number]

describe('the request of the course form', () => {
  it('has rupees as a number, cleared texts as none and empty lists', async () => {
    const body = await values({ offer_text: ' ', lifetime_access: '', topics: [] })
    expect(body).toMatchObject({ price: 499.5, offer_text: null, lifetime_access: null, topics: [], faq: [] })
    expect(emptyCourse).toMatchObject({ price: '', lifetime_access: 'false', topics: [], bonuses: [] })
  })

  it('has 0 as the price of a free course, whatever is typed, and of no other', async () => {
    expect(await values({ free: true })).toMatchObject({ free: true, price: 0 })
    expect(await problems({ price: '0' })).toHaveProperty('price')
  })

  it('leaves out entries that say nothing, a new sample card among them', async () => {
    const body = await values({
      topics: [{ value: 'Reels' }, { value: ' ' }, { value: 'Phone' }],
      faq: [{ question: '', answer: ' ' }],
      product_content_samples: [
        { title: '', subtitle: 'none', image: '' },
        { title: 'Day one', subtitle: 'none', image: picture },
      ],
    })
    expect(body.topics).toEqual(['Reels', 'Phone'])
    expect(body.faq).toEqual([])
    expect(body.product_content_samples).toEqual([{ title: 'Day one', subtitle: 'none', image: picture }])
  })

  it('names a problem by the entry that was typed, not by its place among those that are sent', async () => {
    const errors = await problems({
      DEMO_REELS_VIDEOS: [{ value: '' }, { value: 'no address' }],
      faq: [
        { question: '', answer: '' },
        { question: 'Why?', answer: '' },
      ],
    })
    expect(errors).toMatchObject({
      DEMO_REELS_VIDEOS: [undefined, { value: { message: expect.any(String) } }],
      faq: [undefined, { answer: { message: 'Answer is required' } }],
    })
  })

  it('refuses a price that is none', async () => {
    for (const price of ['', ' ', 'ten', '0', '-1', '1.999']) {
      expect([price, Object.keys(await problems({ price }))]).toEqual([price, ['price']])
    }
    expect((await values({ price: ' 12.5 ' })).price).toBe(12.5)
  })

  it('takes a banner whose file waits, and asks for one when there is none', async () => {
    expect((await values({ banner: PENDING_UPLOAD })).banner).toBe(PENDING_UPLOAD)
    expect(await problems({ banner: PENDING_UPLOAD, name: '' })).not.toHaveProperty('banner')
    expect(await problems({ banner: '' })).toMatchObject({ banner: { message: 'Please upload a banner' } })
    expect((await values({ banner: `${STORE}${picture}` })).banner).toBe(picture)
  })

  it('checks and sends the fields of one section alone', async () => {
    const fields = ['header_text', 'header_below', 'long_description'] as const
    const form = { ...typed, name: '', banner: '', header_text: ' Reels that everybody watches ' }
    expect(await check(form, fields)).toEqual({
      values: {
        header_text: 'Reels that everybody watches',
        header_below: typed.header_below,
        long_description: typed.long_description,
      },
      errors: {},
    })
    expect((await check({ ...form, header_text: '' }, fields)).errors).toHaveProperty('header_text')
  })

  it('is the stored course if the form is untouched', async () => {
    const stored: Course = {
      ...(await values({ topics: [{ value: 'Reels' }], faq: [{ question: 'Why?', answer: 'So.' }] })),
      course_id: 'reels',
      offer_text: 'Half price',
      bonuses: [{ title: 'Fonts', image: picture }],
    }
    const { course_id: _, ...same } = stored
    expect((await check(toForm(stored))).values).toEqual({ ...same, course_id: null })
  })
})

it('a course is shown while its price cannot be sent yet', () => {
  const shown = (price: string) => previewCourse({ ...typed, price }, 'new-course', '/banner.webp')
  expect(['', 'ten', '-5', '499.999', '12.5'].map((price) => shown(price).price)).toEqual([0, 0, 0, 500, 12.5])
  expect(shown('1')).toMatchObject({ course_id: 'new-course', banner: '/banner.webp', name: 'Phone reels' })
})

describe('in the form of a course,', () => {
  it('the sections hold each field once', () => {
    const fields = sections.flatMap((one) => [...one.fields])
    const { kind: _, ...typed } = emptyCourse
    expect(fields.sort()).toEqual(Object.keys(typed).sort())
  })

  it('the sections count problems by field, and lead to the first in their order', async () => {
    const errors = await problems({
      price: '',
      name: '',
      faq: [
        { question: 'Why?', answer: '' },
        { question: '', answer: 'So.' },
      ],
    })
    expect(countProblems(errors)).toBe(4)
    expect(firstProblem(section('basics'), errors)).toBe('name')
    expect(firstProblem(section('proof'), errors)).toBe('faq.0.answer')
    expect(firstProblem(section('offered'), { topics: { root: { message: 'At most 5 topics' } } })).toBe('topics')
    expect(firstProblem(section('basics'), {})).toBeUndefined()
  })

  it('an address names a section, or a field of it as those of earlier releases; a missing part lies in a step', () => {
    expect(sectionAt('proof', null).id).toBe('proof')
    // An address of an earlier release.
    expect(sectionAt('sales-text', null).id).toBe('first')
    expect(sectionAt('faq', 'price').id).toBe('basics')
    expect(sectionAt('no such', null).id).toBe('basics')
    const parts = ['description', 'price', 'header_below', 'banner', 'lessons', 'bundle_courses'] as const
    expect(parts.map(stepOf)).toEqual(['name', 'name', 'page', 'page', 'content', 'content'])
  })

  it('a draft gives its fields of one section; a lost file leaves the stored banner', () => {
    const values = { ...typed, name: 'Typed', banner: PENDING_UPLOAD, faq: [{ question: 'Why?', answer: 'So.' }] }
    expect(overStored(typed, { values }, section('proof').fields)).toEqual({ ...typed, faq: values.faq })
    expect(overStored(typed, { values }, ['banner']).banner).toBe(picture)
    expect(overStored(typed, { values, file: new File([], 'a.png') }, ['banner']).banner).toBe(PENDING_UPLOAD)
  })
})
