import type { CourseState } from 'server/contract/course-shelf'
import type { OrderStatus } from 'server/contract/orders'

type Look = { label: string; palette: 'mehendi' | 'neel' | 'genda' | 'geru' | 'rani' | 'gray' }

/** Each status of an order in words and in its colour. */
export const orderStatuses: Record<OrderStatus, Look> = {
  created: { label: 'Waiting for payment', palette: 'genda' },
  paid: { label: 'Paid', palette: 'mehendi' },
  failed: { label: 'Failed', palette: 'geru' },
  expired: { label: 'Expired', palette: 'gray' },
  cancelled: { label: 'Cancelled', palette: 'gray' },
  review: { label: 'Needs attention', palette: 'rani' },
  refunded: { label: 'Refunded', palette: 'neel' },
  partially_refunded: { label: 'Partly refunded', palette: 'neel' },
}

export const courseStatuses: Record<'not_started' | 'in_progress' | 'completed', Look> = {
  not_started: { label: 'Not started', palette: 'gray' },
  in_progress: { label: 'In progress', palette: 'neel' },
  completed: { label: 'Completed', palette: 'mehendi' },
}

/** Whether a course is in the catalogue. */
export const catalogueStates: Record<CourseState, Look> = {
  published: { label: 'Published', palette: 'mehendi' },
  draft: { label: 'Draft', palette: 'genda' },
  deleted: { label: 'Deleted', palette: 'gray' },
}
