import { Day } from 'contract/fields'
import { OrderNeed, OrderStatus } from 'contract/order-actions'

/** Which orders an address asks for, in the words of the contract; what is no status and no day is left out. */
export function orderFilter(get: (name: string) => string) {
  const [status, from, to] = [get('status'), get('from'), get('to')]
  const needs = OrderNeed.safeParse(status).data
  const stored = OrderStatus.safeParse(status).data
  return {
    ...(needs && { needs }),
    ...(status === 'outside' && { paid_by: 'outside' as const }),
    ...(stored && { status: stored }),
    ...(Day.safeParse(from).success && { from }),
    ...(Day.safeParse(to).success && { to }),
  }
}
