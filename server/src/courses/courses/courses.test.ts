import { call } from '@orpc/server'
import { AdminCourseCard, Course, CourseCard, PublicCourse } from 'contract/courses/courses'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callContext, confirmedOwner } from '../../../test/call-context.ts'
import { buildCourse, buildLesson } from '../../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { courseListHandlers } from '../../serve/reports/course-figures/course-list.handlers.ts'
import { catalogueVersion } from '../../shop/catalogue/catalogue.queries.ts'
import { isExtra } from './course-rows.ts'
import { courseHandlers } from './courses.handlers.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db('lessons').del()
  await database.db('courses').del()
})

const context = () => callContext({ db: database.db }, { admin: confirmedOwner })
const names = (list: { name: string }[]) => list.map(({ name }) => name)

const newCourse = {
  name: 'Grow your channel: Été 2026',
  description: 'Twenty characters or more, surely.',
  long_description: 'At least fifty characters of long description,\nin two lines.',
  header_text: 'A heading of ten',
  header_below: 'Below',
  price: 499.5,
  banner: 'https://cdn.example.com/banner.png',
}

describe('the public catalogue', () => {
  it('lists cards in the order of the catalogue, without deleted courses', async () => {
    const { db } = database
    await buildCourse(db, { name: 'Second', position: 2, created_at: new Date('2026-01-01') })
    await buildCourse(db, { name: 'Newer', position: 1, created_at: new Date('2026-01-02') })
    await buildCourse(db, { name: 'Older', position: 1, created_at: new Date('2026-01-01') })
    await buildCourse(db, { name: 'Gone', position: 0, deleted_at: new Date() })
    const requested = context()
    expect(names(await call(courseHandlers.list, {}, { context: requested }))).toEqual(['Newer', 'Older', 'Second'])
    expect(requested.sent['X-Total-Count']).toBe('3')
    expect(requested.sent.ETag).toMatch(/^W\/"/)
  })

  it('sorts, slices a page and still counts everything', async () => {
    for (const price of [300, 100, 200]) await buildCourse(database.db, { name: `Priced ${price}`, price })
    const requested = context()
    const page = await call(courseHandlers.list, { sort: 'price', limit: '1', offset: '1' }, { context: requested })
    expect(names(page)).toEqual(['Priced 200'])
    expect(requested.sent['X-Total-Count']).toBe('3')
    const dearest = await call(courseHandlers.list, { sort: '-price' }, { context: context() })
    expect(names(dearest)).toEqual(['Priced 300', 'Priced 200', 'Priced 100'])
  })

  it('searches names for a part in any case, wildcards taken literally', async () => {
    await buildCourse(database.db, { name: 'Reels 100% done' })
    await buildCourse(database.db, { name: 'Reels 1000 ways' })
    await buildCourse(database.db, { name: 'Shorts_and\\clips' })
    const found = async (q: string) => names(await call(courseHandlers.list, { q }, { context: context() }))
    expect(await found('rEELs')).toHaveLength(2)
    expect(await found('100%')).toEqual(['Reels 100% done'])
    expect(await found('s_a')).toEqual(['Shorts_and\\clips'])
    expect(await found('d\\c')).toEqual(['Shorts_and\\clips'])
    expect(await found("'; select pg_sleep(5); --")).toEqual([])
  })

  it('Z5: shows the fields of the contract and no others', async () => {
    const { course_id } = await buildCourse(database.db)
    await buildLesson(database.db, { course_id, watch_link: 'https://vimeo.com/Secret' })
    const whole = await call(courseHandlers.get, { id: course_id }, { context: context() })
    const [card] = await call(courseHandlers.list, {}, { context: context() })
    // These fields appear only where they have a value.
    const rare = { reviews: true, sale: true, includes: true, certificate: true, clips: true, page: true } as const
    const usual = (shape: object) => Object.keys(shape).filter((field) => !isExtra(field))
    expect(Object.keys(whole)).toEqual(usual(PublicCourse.omit(rare).shape))
    expect(Object.keys(card ?? {})).toEqual(usual(CourseCard.omit({ sale: true, includes: true, ways: true }).shape))
    expect(JSON.stringify(whole)).not.toContain('Secret')
  })

  it('answers 404 for an unknown and for a deleted course', async () => {
    const { course_id } = await buildCourse(database.db, { deleted_at: new Date() })
    for (const id of [course_id, 'nobody-knows']) {
      await expect(call(courseHandlers.get, { id }, { context: context() })).rejects.toMatchObject({
        code: 'not_found',
        message: 'Course not found',
      })
    }
  })
})

describe('adding a course', () => {
  it('makes a readable id from the name, and another for the same name', async () => {
    const create = () => call(courseHandlers.create, newCourse, { context: context() })
    expect((await create()).course).toMatchObject({ course_id: 'grow-your-channel-ete-2026', price: 499.5, faq: [] })
    expect((await create()).course.course_id).toBe('grow-your-channel-ete-2026-2')
    const hindi = await call(courseHandlers.create, { ...newCourse, name: 'रील बनाना सीखें' }, { context: context() })
    expect(hindi.course.course_id).toBe('course')
  })

  it('assigns different ids to many at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () => call(courseHandlers.create, newCourse, { context: context() })),
    )
    expect(new Set(made.map(({ course }) => course.course_id)).size).toBe(8)
  })

  it('refuses an id in use, also by a deleted course', async () => {
    await buildCourse(database.db, { course_id: 'taken', deleted_at: new Date() })
    const taken = call(courseHandlers.create, { ...newCourse, course_id: 'taken' }, { context: context() })
    await expect(taken).rejects.toMatchObject({ code: 'course_exists' })
  })

  it('stores hostile text as data, lone surrogates aside', async () => {
    const faq = [{ question: '<script>alert(1)</script>', answer: `"' \\u0000 \ud800 {{x}} ₹` }]
    const { course } = await call(courseHandlers.create, { ...newCourse, faq }, { context: context() })
    const read = await call(courseHandlers.get, { id: course.course_id }, { context: context() })
    expect(read.faq).toEqual([{ question: '<script>alert(1)</script>', answer: `"' \\u0000 \ufffd {{x}} ₹` }])
  })

  it.each([-1, 0, Number.NaN, Number.POSITIVE_INFINITY, 0.001, 1e12, '0x10', [5], true])(
    'I4: refuses the price %s',
    async (price) => {
      const input = { ...newCourse, price: price as number }
      await expect(call(courseHandlers.create, input, { context: context() })).rejects.toThrow(
        'Input validation failed',
      )
      expect(await database.db('courses')).toEqual([])
    },
  )

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://x.example/1',
    '//evil.example/x',
    'https://user:pw@host.example/x',
    'https://192.168.0.1/x',
    'http://plain.example/x',
    '/media/../etc/passwd',
  ])('I7: refuses the address %s for banner and reels', async (address) => {
    for (const field of [{ banner: address }, { DEMO_REELS_VIDEOS: [address] }]) {
      const input = { ...newCourse, ...field }
      await expect(call(courseHandlers.create, input, { context: context() })).rejects.toThrow(
        'Input validation failed',
      )
    }
  })
})

describe('changing a course', () => {
  it('preserves absent fields, removes emptied ones and raises the version', async () => {
    const { course_id } = await buildCourse(database.db, { offer_text: '50% off', bonuses_worth: '999', price: 99.99 })
    const before = await catalogueVersion(database.db)
    const requested = context()
    const input = { params: { id: course_id }, body: { offer_text: '', faq: [{ question: 'Q', answer: 'A' }] } }
    const { course } = await call(courseHandlers.update, input, { context: requested })
    expect(course).toMatchObject({ offer_text: null, bonuses_worth: '999', price: 99.99 })
    expect(course.faq).toEqual([{ question: 'Q', answer: 'A' }])
    expect(requested.sent.ETag).toBe(`"${course_id}-2"`)
    expect(await catalogueVersion(database.db)).toBe(before + 1)
  })

  it('refuses a stale edit and shows the present course', async () => {
    const { course_id } = await buildCourse(database.db)
    const read = context()
    await call(courseHandlers.adminGet, { id: course_id }, { context: read })
    const edit = (name: string, etag?: string) => {
      const input = { params: { id: course_id }, headers: { 'if-match': etag }, body: { name } }
      return call(courseHandlers.update, input, { context: context() })
    }
    await edit('First editor', read.sent.ETag)
    const version = await catalogueVersion(database.db)
    await expect(edit('Second editor', read.sent.ETag)).rejects.toMatchObject({
      code: 'edit_conflict',
      status: 409,
      data: { current: { name: 'First editor' } },
    })
    expect(await catalogueVersion(database.db)).toBe(version)
    await edit('Last one wins without a tag')
    await edit('Any present state', '"other", *')
  })

  it('refuses a price typed over another one, and names that', async () => {
    const { course_id } = await buildCourse(database.db, { price: 499 })
    const change = (price: number, expected_price: number) => {
      const input = { params: { id: course_id }, body: { price, expected_price } }
      return call(courseHandlers.update, input, { context: context() })
    }
    await change(599.5, 499)
    await expect(change(549, 499)).rejects.toMatchObject({
      code: 'edit_conflict',
      status: 409,
      message: 'The price was changed to ₹599.50 meanwhile. Save again to replace that.',
      data: { current: { price: 599.5 } },
    })
    expect((await change(549, 599.5)).course).toMatchObject({ price: 549 })
  })

  it('admits one of two editors of the same state', async () => {
    const { course_id } = await buildCourse(database.db)
    const edits = await Promise.allSettled(
      ['One of them', 'The other'].map((name) => {
        const input = { params: { id: course_id }, headers: { 'if-match': `"${course_id}-1"` }, body: { name } }
        return call(courseHandlers.update, input, { context: context() })
      }),
    )
    expect(edits.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

it('a course is deleted once, with its lessons in place, and can be restored', async () => {
  const { course_id } = await buildCourse(database.db)
  await buildLesson(database.db, { course_id })
  const remove = () => call(courseHandlers.delete, { params: { course_id } }, { context: context() })
  await remove()
  await expect(remove()).rejects.toMatchObject({ code: 'not_found' })
  expect(await call(courseHandlers.list, {}, { context: context() })).toEqual([])
  expect(await database.db('lessons').where({ course_id })).toHaveLength(1)
  const restore = () => call(courseHandlers.restore, { params: { id: course_id } }, { context: context() })
  expect((await restore()).course.course_id).toBe(course_id)
  await expect(restore()).rejects.toMatchObject({ code: 'not_found' })
})

it('the admin lists whole courses or cards, those without an offer last', async () => {
  await buildCourse(database.db, { name: 'b none' })
  await buildCourse(database.db, { course_id: 'c-first', name: 'C first', offer_text: 'a' })
  await buildCourse(database.db, { name: 'A second', offer_text: 'B' })
  const list = async (input: object) =>
    (await call(courseListHandlers.adminList, input, { context: context() })).courses
  expect(names(await list({ sort: 'offer_text' }))).toEqual(['C first', 'A second', 'b none'])
  expect(names(await list({ sort: '-offer_text' }))).toEqual(['A second', 'C first', 'b none'])
  expect(names(await list({ sort: 'name' }))).toEqual(['A second', 'b none', 'C first'])
  expect(names(await list({ sort: '-name' }))).toEqual(['C first', 'b none', 'A second'])
  const first = await list({ ids: 'c-first,nobody' })
  expect(first.map(({ course_id }) => course_id)).toEqual(['c-first'])
  const [whole] = await list({})
  const [card] = await list({ fields: 'list' })
  expect(Object.keys(whole ?? {})).toEqual(Object.keys(Course.shape).filter((field) => !isExtra(field)))
  const ofCard = Object.keys(AdminCourseCard.omit({ sale: true, includes: true, ways: true }).shape)
  expect(Object.keys(card ?? {})).toEqual(ofCard.filter((field) => !isExtra(field)))
})
