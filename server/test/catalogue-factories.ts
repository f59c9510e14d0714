import { randomBytes, randomInt } from 'node:crypto'
import type { Course } from 'contract/courses/courses'
import type { LessonKind } from 'contract/courses/lesson-input'
import { expiryInstant } from 'contract/expiry'
import { toPaise } from 'contract/money'
import type { Db } from '../src/context.ts'

/** Rows of the catalogue and related tables: each factory fills in all fields that the test does not set. */

const tag = () => randomBytes(5).toString('hex')

type CourseRow = Partial<Course> & {
  state?: 'draft' | 'unlisted'
  position?: number
  created_at?: Date
  deleted_at?: Date | null
}

/** Creates a valid course; lists are in the format of the wire. */
export async function buildCourse(db: Db, { price = 499, ...given }: CourseRow = {}) {
  const course_id = given.course_id ?? `course-${tag()}`
  const fields = {
    course_id,
    name: `Course ${course_id}`,
    description: 'What the card says of this course.',
    long_description: 'What the sales page says of this course,\nline by line, in many words.',
    header_text: 'The heading of the course',
    header_below: 'The line below it',
    banner: `/media/${'0'.repeat(32)}/banner.webp`,
    ...given,
  }
  const columns = Object.fromEntries(
    Object.entries(fields).map(([column, value]) => [column, Array.isArray(value) ? JSON.stringify(value) : value]),
  )
  await db('courses').insert({ ...columns, price_paise: toPaise(price) })
  return { ...fields, price }
}

type LessonRow = {
  source?: string
  lesson_id?: string
  kind?: LessonKind
  title?: string
  seconds?: number
  watch_link?: string
  download_link?: string | null
  preview?: boolean
  opens_after_days?: number
}

/** Creates a lesson at the end of its course (a new one by default). */
export async function buildLesson(db: Db, { course_id, ...given }: LessonRow & { course_id?: string } = {}) {
  const course = course_id ?? (await buildCourse(db)).course_id
  const [last] = await db('lessons').where({ course_id: course }).max({ position: 'position' })
  const lesson = {
    lesson_id: `lesson-${tag()}`,
    course_id: course,
    title: 'A lesson',
    watch_link: 'https://www.youtube-nocookie.com/embed/demo',
    download_link: null,
    ...given,
  }
  await db('lessons').insert({ ...lesson, position: (last?.position ?? -1) + 1 })
  return lesson
}

type PromocodeRow = {
  promocode?: string
  discount?: number
  expiry_date?: string
  course_id?: string | null
  course_ids?: (string | undefined)[]
  amount_paise?: number
  max_discount_paise?: number
  minimum_paise?: number
  first_purchase?: boolean
  max_uses?: number
  max_uses_per_buyer?: number
  max_seats?: number
}

/** Creates a code for every course, 10 % off, with a distant expiry. */
export async function buildPromocode(db: Db, input: PromocodeRow = {}) {
  const code = {
    promocode: `CODE${tag().toUpperCase()}`,
    discount: 10,
    expiry_date: '2999-12-31',
    course_id: null,
    ...input,
  }
  const instant = expiryInstant(code.expiry_date)
  if (instant === undefined) throw new Error(`${code.expiry_date} is no date`)
  const [row] = await db('promocodes')
    .insert({ ...code, expires_at: new Date(instant) })
    .returning('id')
  return { id: String(row.id), ...code }
}

const phone = () => {
  const digits = `8${randomInt(100_000_000, 1_000_000_000)}`
  return { phone: digits, phone_key: digits }
}

/** Creates a student as a bare row without a password, so it cannot log in. */
export async function buildStudentRow(db: Db, input: { name?: string; email?: string } = {}) {
  const id = tag()
  const user = {
    user_id: `usr_${id}`,
    name: 'A student',
    email: `${id}@example.com`,
    ...phone(),
    referral_code: id,
    ...input,
  }
  const [row] = await db('users').insert(user).returning('id')
  return { ...user, id: Number(row.id) }
}

type PaidOrder = { user_id?: number; course_id?: string; quantity?: number; paid_at?: Date }

/** Creates a paid order of one course; user and course are new by default (`user_id` is `users.id`). */
export async function buildPaidOrder(db: Db, input: PaidOrder = {}) {
  const user_id = input.user_id ?? (await buildStudentRow(db)).id
  const course_id = input.course_id ?? (await buildCourse(db)).course_id
  const order_id = `ord_${tag()}`
  const price_paise = 49_900
  const { quantity = 1, paid_at = new Date() } = input
  const paise = price_paise * quantity
  const times = { created_at: paid_at, expires_at: paid_at, paid_at }
  await db('orders').insert({
    order_id,
    user_id,
    status: 'paid',
    fingerprint: order_id,
    ...times,
    subtotal_paise: paise,
    discount_paise: 0,
    total_paise: paise,
  })
  await db('order_lines').insert({
    order_id,
    position: 0,
    course_id,
    course_name: 'A course',
    course_banner: '/media/banner.webp',
    price_paise,
    quantity,
    discount_paise: 0,
    total_paise: paise,
  })
  return { order_id, user_id, course_id }
}

/** Enrols a student in a course, through a new paid order. */
export async function buildEnrolment(
  db: Db,
  input: Omit<PaidOrder, 'quantity'> & { granted_at?: Date; revoked_at?: Date } = {},
) {
  const { granted_at = new Date(), revoked_at = null, ...named } = input
  const order = await buildPaidOrder(db, named)
  await db('enrolments').insert({ ...order, granted_at, revoked_at, taken_by_hand: revoked_at !== null })
  return { ...order, granted_at, revoked_at }
}

/** Creates an unredeemed gift code, through a new paid order. */
export async function buildGiftCode(db: Db, input: { code?: string; course_id?: string; revoked_at?: Date } = {}) {
  const course = input.course_id ? { course_id: input.course_id } : {}
  const order = await buildPaidOrder(db, { quantity: 2, ...course })
  await db('enrolments').insert(order)
  const { order_id, course_id } = order
  const gift = { code: tag().toUpperCase().replace(/[01]/g, 'X').padEnd(12, 'Z'), order_id, course_id, ...input }
  await db('gift_codes').insert(gift)
  return gift
}
