import type { Course } from 'contract/courses/courses'
import { describe, expect, it } from 'vitest'
import { type CourseForm, courseResolver, emptyCourse, PENDING_UPLOAD, previewCourse, toForm } from './course-form.ts'
import { countProblems, firstProblem, isFilled, problemsOf, sections } from './sections.ts'

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
const check = async (form: CourseForm, adding = false) =>
  courseResolver({ adding, sells: true, store: STORE })(form, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
const values = async (change: Partial<CourseForm>) => (await check({ ...typed, ...change })).values as Course
const problems = async (change: Partial<CourseForm>, adding = false) =>
  (await check({ ...typed, ...change }, adding)).errors as Record<string, unknown>

describe('what is sent of a course', () => {
  it('a course has rupees as a number, cleared texts as none and empty lists', async () => {
    const body = await values({ offer_text: ' ', lifetime_access: '', topics: [] })
    expect(body).toMatchObject({ price: 499.5, offer_text: null, lifetime_access: null, topics: [], faq: [] })
    expect(emptyCourse).toMatchObject({ price: '0', lifetime_access: 'false', topics: [], bonuses: [] })
  })

  it('a free course costs 0, whatever is typed, and another one never does', async () => {
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

  it('takes a banner whose file waits, and asks for one in its own words when there is none', async () => {
    expect((await values({ banner: PENDING_UPLOAD })).banner).toBe(PENDING_UPLOAD)
    expect(await problems({ banner: PENDING_UPLOAD, name: '' })).not.toHaveProperty('banner')
    expect(await problems({ banner: '' }, true)).toMatchObject({ banner: { message: 'Please upload a banner' } })
    expect(await problems({ banner: '' })).toMatchObject({ banner: { message: 'Course banner is required' } })
    expect((await values({ banner: `${STORE}${picture}` })).banner).toBe(picture)
  })

  it('an untouched form sends the stored course', async () => {
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

describe('the sections of the form', () => {
  const section = (id: string) => sections.find((one) => one.id === id) as (typeof sections)[number]

  it('the sections hold each field once', () => {
    const fields = sections.flatMap((one) => [...one.fields])
    const { kind: _, ...typed } = emptyCourse
    expect(fields.sort()).toEqual(Object.keys(typed).sort())
  })

  it('count problems by field, and lead to the first in the order of the form', async () => {
    const errors = await problems({
      price: '',
      name: '',
      faq: [
        { question: 'Why?', answer: '' },
        { question: '', answer: 'So.' },
      ],
    })
    expect(countProblems(errors)).toBe(4)
    expect([problemsOf(section('faq'), errors), problemsOf(section('basics'), errors)]).toEqual([2, 1])
    expect(firstProblem(errors)).toEqual({ section: 'basics', field: 'name' })
    const { faq } = errors
    expect(firstProblem({ faq })).toEqual({ section: 'faq', field: 'faq.0.answer' })
    expect(firstProblem({ topics: { root: { message: 'At most 5 topics' } } })).toEqual({
      section: 'inside',
      field: 'topics',
    })
    expect(firstProblem({})).toBeUndefined()
  })

  it('a section is filled when each field has a value; of lists and rare ones one is enough', () => {
    expect(isFilled(section('basics'), typed)).toBe(true)
    expect(isFilled(section('basics'), { ...typed, description: '' })).toBe(false)
    expect(isFilled(section('price'), { ...typed, price: '0' })).toBe(false)
    expect(isFilled(section('lists'), typed)).toBe(false)
    expect(isFilled(section('lists'), { ...typed, how_to_get_started: [{ value: 'Start' }] })).toBe(true)
  })

  it('a folded section summarizes its content in a line', () => {
    const form = { ...typed, benefits_samples: [{ value: 'a' }], bonuses_worth: '₹999' }
    expect(section('proof').folds?.(form)).toBe('1 result, 0 reviews, 0 info banners')
    expect(section('bonuses').folds?.(form)).toBe('0 cards, worth ₹999')
    expect(section('legal').folds?.(form)).toBe('No disclaimer yet')
  })
})
