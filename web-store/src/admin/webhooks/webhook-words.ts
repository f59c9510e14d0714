import type { Webhook, WebhookDelivery, WebhookEvent } from 'contract/webhooks'
import { countText } from '../../ui/format.ts'
import type { Look } from '../lists/statuses.ts'

/** Events in the words of an owner, in the order of the form. */
export const eventWords: Record<WebhookEvent, string> = {
  'order.paid': 'An order is paid',
  'order.unpaid': 'An order is unpaid after 30 minutes',
  'order.refunded': 'A refund is made',
  'enrolment.created': 'A student gets a course',
  'enrolment.ended': 'Access to a course ends',
  'student.registered': 'An account is made',
  'lesson.completed': 'A lesson is completed',
  'course.completed': 'A course is completed',
  'certificate.issued': 'A certificate is issued',
  'review.created': 'A review is written',
  'question.asked': 'A question is asked',
  'consent.changed': 'A consent is changed',
  ping: 'Test only',
}

export const hostOf = (url: string): string => new URL(url).host

/** Says what an address is sent. */
export const eventsText = ({ events }: Pick<Webhook, 'events'>): string =>
  events.includes('*') ? 'All events' : events.join(', ')

const HOUR_MS = 3_600_000

function sinceText(moment: string, now: Date): string {
  const hours = Math.floor((now.getTime() - Date.parse(moment)) / HOUR_MS)
  if (hours < 1) return 'for less than an hour'
  return hours < 48 ? `for ${countText(hours, 'hour')}` : `for ${countText(Math.floor(hours / 24), 'day')}`
}

/** The state of an address in words and colour. */
export function stateOf({ active, off_reason, failing_since, last_done_at }: Webhook, now: Date): Look {
  if (off_reason === 'gone') return { label: 'Off: it answered that it is gone', palette: 'danger' }
  if (off_reason === 'failing') return { label: 'Off: it failed for five days', palette: 'danger' }
  if (!active) return { label: 'Off', palette: 'gray' }
  if (failing_since) return { label: `Failing ${sinceText(failing_since, now)}`, palette: 'danger' }
  return last_done_at ? { label: 'Works', palette: 'success' } : { label: 'Nothing sent yet', palette: 'gray' }
}

export const deliveryStates: Record<'done' | 'failed' | 'waiting' | 'again', Look> = {
  done: { label: 'Delivered', palette: 'success' },
  failed: { label: 'Failed', palette: 'danger' },
  waiting: { label: 'Waiting', palette: 'gray' },
  again: { label: 'Will be tried again', palette: 'danger' },
}

export const deliveryState = ({ status, tries }: Pick<WebhookDelivery, 'status' | 'tries'>): Look =>
  deliveryStates[status === 'waiting' && tries.length > 0 ? 'again' : status]

type Try = WebhookDelivery['tries'][number]

/** `200 in 180 ms`, `No answer in 10 s` */
export function answerText({ status, ms, answer }: Pick<Try, 'status' | 'ms' | 'answer'>): string {
  if (status === null) return answer
  return `${status} in ${ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`}`
}
