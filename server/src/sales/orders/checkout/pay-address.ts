import { createHmac } from 'node:crypto'
import { addressIn, type Language } from 'contract/languages'
import type { Config } from '../../../config.ts'
import { isSameSecret } from '../../../platform/net/same-secret.ts'
import type { OrderRow } from '../orders.queries.ts'

type Known = Pick<Config, 'payPage' | 'payPageKey' | 'storeUrl'>

/** Returns the buyer's payment address: the shop's pay page, or with the switch off the link itself. */
export function whereToPay(config: Known, order: Pick<OrderRow, 'order_id' | 'payment_link'>): string | undefined {
  if (!order.payment_link) return undefined
  return config.payPage ? payAddress(config, order.order_id) : order.payment_link
}

/** The address of an order's pay page. It is signed, and handed to its buyer alone: a page asks without a session. */
export function payAddress(config: Known, orderId: string): string {
  return `${config.storeUrl}/pay/${orderId}?t=${markOf(config, orderId)}`
}

type Shown = { courseId: string; userId: string; language: Language }

/** Returns the path of the page after paying; with an order it is signed as its pay page is, and shows the payment without a session. */
export function statusPath(config: Known, { courseId, userId, language }: Shown, orderId?: string): string {
  const query = new URLSearchParams({ course_id: courseId, user_id: userId })
  if (orderId !== undefined) for (const [name, value] of proofOf(config, orderId)) query.set(name, value)
  return `${addressIn(language, '/payment_status')}?${query}`
}

/** Returns the query that shows a payment without a session: the page of its status, and every screen that needs a login leads there. */
export function proofOf(config: Known, orderId: string): URLSearchParams {
  return new URLSearchParams({ order_id: orderId, t: markOf(config, orderId) })
}

/** Returns true if the shop issued this page's address. */
export function isHandedOut(config: Known, orderId: string, mark: string): boolean {
  return isSameSecret(mark, markOf(config, orderId))
}

function markOf({ payPageKey }: Known, orderId: string): string {
  return createHmac('sha256', payPageKey).update(orderId).digest('base64url').slice(0, 22)
}
