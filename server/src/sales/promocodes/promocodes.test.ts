import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callContext, confirmedOwner } from '../../../test/call-context.ts'
import { buildCourse, buildPromocode } from '../../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { promocodeHandlers } from './promocodes.handlers.ts'
import { findPromocode } from './promocodes.queries.ts'
import { changePromocode, promocodesOnOffer } from './promocodes.service.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db('promocodes').del()
})

const context = (now = new Date('2026-11-18T12:00:00Z')) =>
  callContext({ db: database.db, now: () => now }, { admin: confirmedOwner })
const add = (query: Record<string, unknown>) => {
  const input = { query: { promocode: 'NEW10', discount: '10', expiry_date: '2027-01-31', ...query } }
  return call(promocodeHandlers.add, input as never, { context: context() })
}
const codes = (list: { promocode: string }[]) => list.map(({ promocode }) => promocode)

describe('a new promo code', () => {
  it('is upper-cased, with its expiry unchanged and its scope shown', async () => {
    const course = await buildCourse(database.db, { name: 'Reels from scratch' })
    const { promocode } = await add({ promocode: ' diwali-25 ', discount: '25', course_id: course.course_id })
    expect(promocode).toEqual({
      id: expect.stringMatching(/^\d+$/),
      version: expect.any(String),
      promocode: 'DIWALI-25',
      discount: 25,
      expiry_date: '2027-01-31',
      course_id: course.course_id,
      scope: 'Reels from scratch',
      start_date: null,
      max_uses: null,
      max_uses_per_buyer: null,
      max_seats: null,
      paused: false,
      listed: true,
      amount: null,
      max_discount: null,
      minimum_order: null,
      first_purchase: false,
      course_ids: null,
      segment: null,
      uses: 0,
      reserved: 0,
      revenue: 0,
    })
    for (const [code, course_id] of Object.entries({ AAA: 'all', BBB: '', CCC: undefined })) {
      expect((await add({ promocode: code, course_id })).promocode).toMatchObject({
        course_id: null,
        scope: 'All courses',
      })
    }
  })

  it('is valid through the last instant of the day in India', async () => {
    await add({ promocode: 'bare' })
    await add({ promocode: 'local', expiry_date: '2027-01-31T10:00' })
    expect(await findPromocode(database.db, 'BARE')).toMatchObject({ expires_at: '2027-01-31T18:29:59.999Z' })
    expect(await findPromocode(database.db, 'LOCAL')).toMatchObject({ expires_at: '2027-01-31T04:30:00.000Z' })
    expect(await findPromocode(database.db, 'NONE')).toBeUndefined()
  })

  it('takes rupees in place of percent, a least order, and several courses', async () => {
    const [one, two] = [await buildCourse(database.db), await buildCourse(database.db)]
    const { promocode } = await add({
      discount: undefined,
      amount: '200.50',
      minimum_order: '999',
      first_purchase: 'true',
      course_ids: `${one.course_id}, ${two.course_id}`,
    })
    expect(promocode).toMatchObject({
      discount: 0,
      amount: 200.5,
      minimum_order: 999,
      first_purchase: true,
      course_id: one.course_id,
      course_ids: [one.course_id, two.course_id],
      scope: '2 courses',
    })
    const known = await call(promocodeHandlers.list, undefined, { context: context() })
    expect(known).toEqual([
      {
        promocode: 'NEW10',
        discount: 0,
        amount: 200.5,
        minimum_order: 999,
        first_purchase: true,
        expiry_date: '2027-01-31',
        course_id: one.course_id,
        course_ids: [one.course_id, two.course_id],
      },
    ])
  })

  it.each([
    [{ amount: '200' }, 'amount'],
    [{ discount: undefined }, 'discount'],
    [{ discount: undefined, amount: '0' }, 'amount'],
    [{ discount: undefined, amount: '1.005' }, 'amount'],
    [{ minimum_order: '-5' }, 'minimum_order'],
    [{ max_discount: '0' }, 'max_discount'],
    [{ discount: undefined, amount: '200', max_discount: '100' }, 'max_discount'],
    [{ course_ids: ',' }, 'course_ids'],
  ])('refuses %o at %s', async (query, field) => {
    await expect(add(query)).rejects.toMatchObject({
      data: { issues: [expect.objectContaining({ path: ['query', field] })] },
    })
  })

  it('changes percent to rupees and back', async () => {
    const { promocode } = await add({})
    const change = (body: object) =>
      changePromocode(context().ctx, { role: 'owner', confirmed: true }, promocode.id, body)
    expect(await change({ amount: 150, minimum_order: 500 })).toMatchObject({
      discount: 0,
      amount: 150,
      minimum_order: 500,
    })
    expect(await change({ discount: 15, minimum_order: null })).toMatchObject({
      discount: 15,
      amount: null,
      minimum_order: null,
    })
  })

  it('caps percent: the public list says it, an amount takes the cap away, and a code of rupees has none', async () => {
    const { promocode } = await add({ max_discount: '150.50' })
    expect(promocode).toMatchObject({ discount: 10, max_discount: 150.5 })
    const known = await call(promocodeHandlers.list, undefined, { context: context() })
    expect(known).toMatchObject([{ promocode: 'NEW10', max_discount: 150.5 }])
    const change = (body: object) =>
      changePromocode(context().ctx, { role: 'owner', confirmed: true }, promocode.id, body)
    expect(await change({ discount: 20 })).toMatchObject({ discount: 20, max_discount: 150.5 })
    expect(await change({ amount: 150 })).toMatchObject({ amount: 150, max_discount: null })
    await expect(change({ max_discount: 100 })).rejects.toMatchObject({ code: 'invalid' })
    expect(await change({ discount: 15, max_discount: 99 })).toMatchObject({ discount: 15, max_discount: 99 })
    expect(await change({ max_discount: null })).toMatchObject({ discount: 15, max_discount: null })
  })

  it('refuses a code that exists, also when two arrive at once', async () => {
    const both = await Promise.allSettled([add({}), add({ promocode: 'new10' })])
    const refused = both.find((one) => one.status === 'rejected')
    expect(refused).toMatchObject({ reason: { code: 'promocode_exists', message: 'Promo code already exists' } })
    expect(await database.db('promocodes')).toHaveLength(1)
  })

  it('refuses an unknown and a deleted course', async () => {
    const gone = await buildCourse(database.db, { deleted_at: new Date() })
    for (const course_id of ['nobody-knows', gone.course_id]) {
      await expect(add({ course_id })).rejects.toMatchObject({ code: 'not_found', message: 'Course not found' })
    }
  })

  it.each([
    { discount: '0' },
    { discount: '101' },
    { discount: '10abc' },
    { discount: 'NaN' },
    { discount: '9.5' },
    { expiry_date: '2026-02-30' },
    { expiry_date: '+275760-09-13' },
    { expiry_date: '' },
    { promocode: 'ab' },
    { promocode: 'СОDЕ' },
    { promocode: 'A B C' },
  ])('I5: refuses %o', async (query) => {
    await expect(add(query)).rejects.toThrow('Input validation failed')
    expect(await database.db('promocodes')).toEqual([])
  })
})

it('visitors see promo codes that are valid or expired in the last 30 days', async () => {
  const course = await buildCourse(database.db)
  await buildPromocode(database.db, { promocode: 'VALID', expiry_date: '2026-12-01', course_id: course.course_id })
  await buildPromocode(database.db, { promocode: 'LATELY', expiry_date: '2026-10-20' })
  await buildPromocode(database.db, { promocode: 'LONGAGO', expiry_date: '2026-10-17' })
  expect(await call(promocodeHandlers.list, undefined, { context: context() })).toEqual([
    { promocode: 'LATELY', discount: 10, expiry_date: '2026-10-20', course_id: null },
    { promocode: 'VALID', discount: 10, expiry_date: '2026-12-01', course_id: course.course_id },
  ])
  expect(codes(await promocodesOnOffer(context().ctx))).toEqual(['VALID'])
})

it('the admin sees all promo codes: searched, sorted, counted', async () => {
  await buildPromocode(database.db, { promocode: 'A_ONE', expiry_date: '2020-01-01' })
  await buildPromocode(database.db, { promocode: 'AXONE', expiry_date: '2030-01-01' })
  await buildPromocode(database.db, { promocode: 'BEE', expiry_date: '2025-01-01' })
  const requested = context()
  const list = async (input: object) =>
    codes((await call(promocodeHandlers.adminList, input, { context: requested })).promocodes)
  expect(await list({ sort: 'expiry_date', limit: '2' })).toEqual(['A_ONE', 'BEE'])
  expect(requested.sent['X-Total-Count']).toBe('3')
  expect(await list({ q: 'a_o' })).toEqual(['A_ONE'])
  expect(await list({ sort: '-promocode' })).toEqual(['BEE', 'A_ONE', 'AXONE'])
  expect(await list({})).toEqual(['BEE', 'AXONE', 'A_ONE'])
})

it('a course lists the promo codes that hold for it: its own, those of several with it, those of all', async () => {
  const { db } = database
  const [one, two, three] = (await Promise.all([1, 2, 3].map(() => buildCourse(db)))).map(({ course_id }) => course_id)
  await buildPromocode(db, { promocode: 'ALL' })
  await buildPromocode(db, { promocode: 'ONE', course_id: one ?? null })
  await buildPromocode(db, { promocode: 'PAIR', course_id: two ?? null, course_ids: [two, one] })
  await buildPromocode(db, { promocode: 'TWO', course_id: two ?? null })
  const list = async (course: string | undefined) => {
    const input = { sort: 'promocode' as const, ...(course !== undefined && { course }) }
    return codes((await call(promocodeHandlers.adminList, input, { context: context() })).promocodes)
  }
  expect(await list(one)).toEqual(['ALL', 'ONE', 'PAIR'])
  expect(await list(two)).toEqual(['ALL', 'PAIR', 'TWO'])
  expect(await list(three)).toEqual(['ALL'])
})

it('a promo code is deleted by id or by code, once', async () => {
  const { id } = await buildPromocode(database.db)
  await buildPromocode(database.db, { promocode: '2027' })
  const remove = (key: string) => call(promocodeHandlers.delete, { params: { id: key } }, { context: context() })
  await remove(id)
  await remove('2027')
  for (const key of [id, '2027', 'x', '9'.repeat(60)])
    await expect(remove(key)).rejects.toMatchObject({ code: 'not_found' })
  expect(await database.db('promocodes')).toEqual([])
})
