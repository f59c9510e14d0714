import type { WebhookEvent } from 'contract/webhooks'
import { type About, type Flat, flatBody, flatFields, fullBody } from './event-body.ts'
import type { Detail } from './events.queries.ts'

const student = { user_id: 'usr_example', name: 'Priya Sharma', email: 'priya@example.com', phone: '9876543210' }
const course = { course_id: 'crs_example', name: 'Instagram Reels' }
const lesson = { lesson_id: 'les_example', title: 'Your first reel' }
const order: NonNullable<About['order']> = {
  order_no: 'SH-2026-00001',
  order_id: 'ord_example',
  status: 'paid',
  amount: 1499,
  currency: 'INR',
  promocode: 'DIWALI',
  source: 'instagram',
  gstin: null,
  state: 'Maharashtra',
  created_at: '2026-11-18T06:58:00.000Z',
  paid_at: '2026-11-18T07:00:00.000Z',
  courses: [{ ...course, quantity: 1, amount: 1499 }],
}

const none: Detail = {}

const samples: Record<WebhookEvent, About> = {
  'order.paid': { student, order, detail: none },
  'order.unpaid': { student, order: { ...order, status: 'created', paid_at: null }, detail: none },
  'order.refunded': {
    student,
    order: { ...order, status: 'refunded' },
    detail: { refund_id: 'rfnd_example', refund_amount: 1499 },
  },
  'enrolment.created': { student, course, detail: none },
  'enrolment.ended': { student, course, detail: none },
  'student.registered': { student, detail: none },
  'lesson.completed': { student, course, lesson, detail: { lesson_id: lesson.lesson_id } },
  'course.completed': { student, course, detail: none },
  'certificate.issued': {
    student,
    course,
    detail: { code: 'ABCD-EFGH', address: 'https://shop.example/certificate/ABCD-EFGH' },
  },
  'review.created': { student, course, detail: { stars: 5, text: 'Clear, and I could use it the same day.' } },
  'question.asked': {
    student,
    course,
    lesson,
    detail: { question_id: '1', lesson_id: lesson.lesson_id, text: 'Which app do you cut with?' },
  },
  'consent.changed': { student, detail: { purpose: 'news_email', agreed: true } },
  ping: { detail: { message: 'This is a test of your shop.' } },
}

const headOf = (event: WebhookEvent, at: string, id = 'evt_example') => ({ id, seq: 1, event, at })

/** An example of an event, as a tool without code gets it. */
export const sampleFields = (event: WebhookEvent, now: Date): Flat =>
  flatFields(headOf(event, now.toISOString()), samples[event])

/** The text of an example. */
export function sampleBody(event: WebhookEvent, format: 'full' | 'flat', { id, now }: { id: string; now: Date }) {
  return (format === 'flat' ? flatBody : fullBody)(headOf(event, now.toISOString(), id), samples[event])
}
