import type { OrderStatus } from 'contract/orders/orders'
import { orderStatusWords } from 'contract/orders/statuses'
import type { CourseState } from 'contract/placement'

export type Look = { label: string; palette: 'success' | 'action' | 'buy' | 'danger' | 'offer' | 'gray' }

/** Each status of an order in words and in its colour. */
export const orderStatuses: Record<OrderStatus, Look> = {
  created: { label: orderStatusWords.created, palette: 'buy' },
  paid: { label: orderStatusWords.paid, palette: 'success' },
  failed: { label: orderStatusWords.failed, palette: 'danger' },
  expired: { label: orderStatusWords.expired, palette: 'gray' },
  cancelled: { label: orderStatusWords.cancelled, palette: 'gray' },
  review: { label: orderStatusWords.review, palette: 'offer' },
  refunded: { label: orderStatusWords.refunded, palette: 'action' },
  partially_refunded: { label: orderStatusWords.partially_refunded, palette: 'action' },
}

export const courseStatuses: Record<'not_started' | 'in_progress' | 'completed', Look> = {
  not_started: { label: 'Not started', palette: 'gray' },
  in_progress: { label: 'In progress', palette: 'action' },
  completed: { label: 'Completed', palette: 'success' },
}

/** Labels the state of a course: on sale or not, and for whom. */
export const catalogueStates: Record<CourseState, Look> = {
  published: { label: 'Published', palette: 'success' },
  unlisted: { label: 'Unlisted', palette: 'action' },
  draft: { label: 'Draft', palette: 'buy' },
  archived: { label: 'Archived', palette: 'gray' },
  deleted: { label: 'Deleted', palette: 'danger' },
}
