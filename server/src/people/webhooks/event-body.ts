import { indianTime } from 'contract/indian-time'
import { toRupees } from 'contract/money'
import type { WebhookEvent } from 'contract/webhooks'
import type { Db } from '../../context.ts'
import { findAnyCourse } from '../../courses/courses/courses.queries.ts'
import { LESSONS } from '../../courses/courses/courses.sql.ts'
import { findOrderWithBuyer } from '../../sales/orders/order-lists.queries.ts'
import { findOrderLines } from '../../sales/orders/orders.queries.ts'
import { findShownWith } from '../../sales/orders/shown-with-orders.ts'
import { findShownUser } from '../../shop/users/users.queries.ts'
import { type Detail, type EventRow, findEvent, storeBodies } from './events.queries.ts'

/** Parts of an event, as its texts name them. Sums are rupees. */
export type About = {
  student?: { user_id: string; name: string; email: string; phone: string }
  order?: {
    order_no: string
    order_id: string
    status: string
    amount: number
    currency: 'INR'
    promocode: string | null
    source: string | null
    /** The partner whose link or code led to the order; else absent. */
    partner?: { id: string; code: string }
    gstin: string | null
    /** A buyer in a Special Economic Zone; else absent. */
    sez?: true
    state: string | null
    created_at: string
    paid_at: string | null
    courses: { course_id: string; name: string; quantity: number; amount: number }[]
  }
  course?: { course_id: string; name: string }
  lesson?: { lesson_id: string; title: string }
  detail: Detail
}

type Head = { id: string; seq: number; event: WebhookEvent; at: string }

/** Writes the text of an event: with its parts inside one another. */
export function fullBody({ id, seq, event, at }: Head, { detail, ...about }: About): string {
  return JSON.stringify({ type: event, timestamp: at, id, seq, data: { ...about, ...detail } })
}

export type Flat = Record<string, string | number>

/** Writes an event as one level of texts and numbers, for tools without code: what is not known is absent. */
export function flatFields({ id, seq, event, at }: Head, { student, order, course, lesson, detail }: About): Flat {
  const courses = order?.courses ?? (course ? [course] : [])
  const fields: Record<string, string | number | boolean | null | undefined> = {
    event,
    id,
    seq,
    at,
    at_ist: indianTime(at),
    order_no: order?.order_no,
    order_status: order?.status,
    amount: order?.amount,
    currency: order?.currency,
    promocode: order?.promocode,
    source: order?.source,
    partner_id: order?.partner?.id,
    partner_code: order?.partner?.code,
    gstin: order?.gstin,
    sez: order?.sez,
    state: order?.state,
    ordered_at: order?.created_at,
    paid_at: order?.paid_at,
    student_id: student?.user_id,
    student_name: student?.name,
    student_email: student?.email,
    student_phone: student?.phone,
    courses: courses.map(({ name }) => name).join(', '),
    course_ids: courses.map(({ course_id }) => course_id).join(', '),
    ...Object.fromEntries(courses.map(({ name }, at) => [`course_${at + 1}`, name])),
    lesson: lesson?.title,
    ...detail,
  }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (value === null || value === undefined || value === '') return []
      return [[name, typeof value === 'boolean' ? (value ? 'yes' : 'no') : value] as const]
    }),
  )
}

export const flatBody = (head: Head, about: About): string => JSON.stringify(flatFields(head, about))

const headOf = ({ event_id, seq, event, at }: EventRow): Head => ({
  id: event_id,
  seq: Number(seq),
  event,
  at: new Date(at).toISOString(),
})

/** Returns the texts of an event, which never change once they are written; undefined for one that was erased. */
export async function bodiesOf(db: Db, eventId: string): Promise<{ full: string; flat: string } | undefined> {
  const row = await findEvent(db, eventId)
  if (!row) return undefined
  if (row.full_body !== null && row.flat_body !== null) return { full: row.full_body, flat: row.flat_body }
  const about = await aboutOf(db, row)
  const head = headOf(row)
  return storeBodies(db, eventId, { full: fullBody(head, about), flat: flatBody(head, about) })
}

async function aboutOf(db: Db, { user_id, order_id, course_id, detail }: EventRow): Promise<About> {
  const student = await findShownUser(db, user_id)
  const order = order_id === null ? undefined : await orderOf(db, order_id)
  const course = course_id === null ? undefined : await findAnyCourse(db, course_id)
  const lesson = typeof detail.lesson_id === 'string' ? await lessonOf(db, detail.lesson_id) : undefined
  const shown = order_id === null ? undefined : (await findShownWith(db, [order_id])).get(order_id)
  const { user_id: id = '', name = '', email = '', phone = '' } = student ?? {}
  return {
    ...(student && { student: { user_id: id, name, email: email ?? '', phone: phone ?? '' } }),
    ...(order && { order }),
    ...(course && { course: { course_id: course.course_id, name: course.name } }),
    ...(lesson && { lesson }),
    detail: { ...shown?.named, ...detail },
  }
}

async function orderOf(db: Db, orderId: string): Promise<About['order']> {
  const order = await findOrderWithBuyer(db, orderId)
  if (!order) return undefined
  const lines = await findOrderLines(db, [orderId])
  return {
    order_no: order.order_no,
    order_id: orderId,
    status: order.status,
    amount: toRupees(order.captured_paise ?? order.total_paise),
    currency: 'INR',
    promocode: order.promocode,
    source: order.source?.last?.source ?? order.source?.first?.source ?? null,
    ...(order.source?.partner && { partner: order.source.partner }),
    gstin: order.billing_gstin,
    ...(order.billing_sez && { sez: true as const }),
    state: order.billing_state,
    created_at: new Date(order.created_at).toISOString(),
    paid_at: order.paid_at && new Date(order.paid_at).toISOString(),
    courses: lines.map(({ course_id, course_name: name, quantity, total_paise }) => {
      return { course_id, name, quantity, amount: toRupees(total_paise) }
    }),
  }
}

async function lessonOf(db: Db, lessonId: string): Promise<About['lesson']> {
  return db(db.raw(`${LESSONS} as l`))
    .where({ lesson_id: lessonId })
    .first('lesson_id', 'title')
}
