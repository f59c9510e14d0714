import { call } from '@orpc/server'
import { DAY_MS } from 'contract/indian-time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callContext } from '../../../test/call-context.ts'
import {
  buildCourse,
  buildEnrolment,
  buildGiftCode,
  buildPaidOrder,
  buildStudentRow,
} from '../../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { breaks } from '../../../test/invariants.ts'
import { accessIsAsSold } from '../orders/orders.invariants.ts'
import { giftHandlers } from './gifts.handlers.ts'
import { createGiftCodes } from './gifts.queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  breaks(database.db, accessIsAsSold, 'the line of a planted code gets its period after its giver got the course')
})
afterAll(() => database.drop())

const redeem = (code: string, id: number, extend = false) => {
  const user = { id, user_id: `usr_${id}`, session_id: 's', viewed_by: null }
  return call(giftHandlers.redeem, { code, extend }, { context: callContext({ db: database.db }, { user }) })
}

const look = (code: string) => call(giftHandlers.look, { code }, { context: callContext({ db: database.db }) })
const lookAs = (code: string, id: number) => {
  const user = { id, user_id: `usr_${id}`, session_id: 's', viewed_by: null }
  return call(giftHandlers.lookMine, { code }, { context: callContext({ db: database.db }, { user }) })
}

describe('looking at a gift code', () => {
  it('names the course and the access to whoever has the code, and nobody else', async () => {
    const { course_id } = await buildCourse(database.db, { name: 'A present' })
    const { code, order_id } = await buildGiftCode(database.db, { course_id })
    await database.db('order_lines').where({ order_id }).update({ access_period: 'P12M' })
    const { banner: course_banner } = await database.db('courses').where({ course_id }).first('banner')
    const gift = { course_id, course_name: 'A present', course_banner, access_period: 'P12M', state: 'open' }
    expect(await look(` ${code.toLowerCase()} `)).toEqual(gift)
    const student = await buildStudentRow(database.db)
    expect(await lookAs(code, student.id)).toEqual(gift)
    expect(await database.db('enrolments').where({ user_id: student.id })).toEqual([])
    await redeem(code, student.id)
    expect(await look(code)).toEqual({ ...gift, state: 'redeemed' })
    expect(await lookAs(code, student.id)).toEqual({ ...gift, state: 'yours' })
    expect(await lookAs(code, (await buildStudentRow(database.db)).id)).toEqual({ ...gift, state: 'redeemed' })
  })

  it('tells a code that ended from one that never existed', async () => {
    const { code } = await buildGiftCode(database.db, { revoked_at: new Date() })
    const { id } = await buildStudentRow(database.db)
    expect(await look(code)).toMatchObject({ state: 'ended' })
    expect(await lookAs(code, id)).toMatchObject({ state: 'ended' })
    for (const looking of [look('ZZZZZZZZZZZZ'), lookAs('ZZZZZZZZZZZZ', id)])
      await expect(looking).rejects.toMatchObject({ code: 'not_found', message: 'Gift code not found' })
  })

  it('says to its student what a press would do, and does nothing of it', async () => {
    const { course_id, user_id } = await buildEnrolment(database.db)
    const owned = await buildGiftCode(database.db, { course_id })
    expect(await lookAs(owned.code, user_id)).toMatchObject({ state: 'owned' })
    const granted_at = new Date(Date.now() - 10 * DAY_MS)
    const ends_at = new Date(granted_at.getTime() + 30 * DAY_MS)
    const limited = await buildEnrolment(database.db, { granted_at })
    const mine = () => database.db('enrolments').where({ user_id: limited.user_id })
    await mine().update({ access_period: 'P30D', ends_at })
    await database.db('order_lines').where({ order_id: limited.order_id }).update({ access_period: 'P30D' })
    const { code, order_id } = await buildGiftCode(database.db, { course_id: limited.course_id })
    await database.db('order_lines').where({ order_id }).update({ access_period: 'P30D' })
    const extends_to = new Date(ends_at.getTime() + 30 * DAY_MS).toISOString()
    const before = await mine()
    expect(await lookAs(code, limited.user_id)).toMatchObject({
      state: 'extends',
      ends_at: ends_at.toISOString(),
      extends_to,
    })
    expect(await mine()).toEqual(before)
    expect(await look(code)).toMatchObject({ state: 'open' })
  })
})

describe('the redemption of a gift code', () => {
  it('gives the course, once, however the code is typed', async () => {
    const { course_id } = await buildCourse(database.db, { name: 'A present' })
    const { code } = await buildGiftCode(database.db, { code: 'ABCDEFGH2345', course_id })
    const student = await buildStudentRow(database.db)
    expect(await redeem(' abcd-efgh 2345', student.id)).toEqual({
      message: 'Gift code redeemed',
      course_id,
      course_name: 'A present',
    })
    expect(await database.db('enrolments').where({ user_id: student.id })).toMatchObject([
      { course_id, gift_code: code, order_id: null, revoked_at: null },
    ])
    expect(await database.db('gift_codes').where({ code }).first()).toMatchObject({ redeemed_by: student.id })
    const another = await buildStudentRow(database.db)
    for (const { id } of [student, another]) {
      await expect(redeem(code, id)).rejects.toMatchObject({ code: 'already_redeemed', status: 409 })
    }
  })

  it('leaves the code good when the student owns the course', async () => {
    const { course_id, user_id } = await buildEnrolment(database.db)
    const { code } = await buildGiftCode(database.db, { course_id })
    await expect(redeem(code, user_id)).rejects.toMatchObject({ code: 'already_owned', status: 409 })
    const { id } = await buildStudentRow(database.db)
    await redeem(code, id)
  })

  it('uses up a code that extends an access after a confirmation alone', async () => {
    const granted_at = new Date(Date.now() - 10 * DAY_MS)
    const ends_at = new Date(granted_at.getTime() + 30 * DAY_MS)
    const { course_id, user_id, ...own } = await buildEnrolment(database.db, { granted_at })
    await database.db('enrolments').where({ user_id }).update({ access_period: 'P30D', ends_at })
    await database.db('order_lines').where({ order_id: own.order_id }).update({ access_period: 'P30D' })
    const { code, order_id } = await buildGiftCode(database.db, { course_id })
    await database.db('order_lines').where({ order_id }).update({ access_period: 'P30D' })
    const extends_to = new Date(ends_at.getTime() + 30 * DAY_MS)
    await expect(redeem(code, user_id)).rejects.toMatchObject({
      code: 'extends_access',
      status: 409,
      data: { ends_at: ends_at.toISOString(), extends_to: extends_to.toISOString() },
    })
    expect(await database.db('enrolments').where({ user_id })).toHaveLength(1)
    expect(await database.db('gift_codes').where({ code }).first()).toMatchObject({ redeemed_by: null })
    await redeem(code, user_id, true)
    const present = await database.db('enrolments').where({ user_id, continued: false }).first()
    expect(new Date(present.ends_at)).toEqual(extends_to)
  })

  it('leaves the code good when the account is deleted meanwhile', async () => {
    const { code } = await buildGiftCode(database.db)
    const gone = await buildStudentRow(database.db)
    await database.db('users').where({ id: gone.id }).update({ deleted_at: new Date() })
    await expect(redeem(code, gone.id)).rejects.toMatchObject({ status: 401 })
    await redeem(code, (await buildStudentRow(database.db)).id)
  })

  it('works for a course whose refund took it away before', async () => {
    const { course_id, user_id } = await buildEnrolment(database.db, { revoked_at: new Date() })
    const { code } = await buildGiftCode(database.db, { course_id })
    expect(await redeem(code, user_id)).toMatchObject({ course_id })
  })

  it('knows neither made-up nor revoked codes', async () => {
    const { id } = await buildStudentRow(database.db)
    const { code } = await buildGiftCode(database.db, { revoked_at: new Date() })
    for (const text of [code, 'ZZZZZZZZZZZZ', "' or 1=1 --"]) {
      await expect(redeem(text, id)).rejects.toMatchObject({ code: 'not_found', message: 'Gift code not found' })
    }
  })

  it('lets one of many win', async () => {
    const { code } = await buildGiftCode(database.db)
    const students = await Promise.all(Array.from({ length: 8 }, () => buildStudentRow(database.db)))
    const answers = await Promise.allSettled(students.map(({ id }) => redeem(code, id)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await database.db('enrolments').where({ gift_code: code })).toHaveLength(1)
  })
})

it('a gift code has 12 characters that cannot be misread', async () => {
  const { order_id, course_id } = await buildPaidOrder(database.db, { quantity: 41 })
  const now = new Date()
  const codes = await createGiftCodes(database.db, { orderId: order_id, courseId: course_id, count: 40, now })
  expect(new Set(codes).size).toBe(40)
  for (const code of codes) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{12}$/)
  expect(await database.db('gift_codes').where({ order_id })).toHaveLength(40)
  expect(await createGiftCodes(database.db, { orderId: order_id, courseId: course_id, count: 0, now })).toEqual([])
})
