import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, isApiError, isAuthError } from '../../api/client.ts'
import { ASK_EVERY_MS, ASK_FOR_MS } from './use-returned.ts'

export type PaymentState =
  | { state: 'loading'; orderId?: undefined }
  /** `again` polls once more, when the answer may have changed. */
  | { state: 'failed'; again?: (() => void) | undefined; orderId?: string | undefined }
  /** Still open after the time that this page polls. */
  | { state: 'waiting'; again: () => void; orderId: string | undefined }
  /** `owned`: closed unpaid, for the buyer has a course of it already. */
  | { state: 'cancelled' | 'refunded' | 'owned'; orderId: string }
  | { state: 'paid'; orderId: string }

/** Polls the state of the payment: `paid` is the only success; gives up in time when no answer is final. */
export function usePaymentStatus(courseId: string, userId: string): PaymentState {
  const [timeUp, setTimeUp] = useState(false)
  useEffect(() => {
    if (timeUp) return
    const timer = setTimeout(() => setTimeUp(true), ASK_FOR_MS)
    return () => clearTimeout(timer)
  }, [timeUp])
  const { data, error, refetch } = useQuery({
    ...api.orders.paymentStatus.queryOptions({ input: { course_id: courseId, user_id: userId } }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: (query) => (query.state.data?.status === 'created' && !timeUp ? ASK_EVERY_MS : false),
    refetchIntervalInBackground: true,
  })
  if (data?.lost) return { state: 'refunded', orderId: data.order_id }
  if (data?.status === 'paid') return { state: 'paid', orderId: data.order_id }
  // The page goes to the login.
  if (isAuthError(error)) return { state: 'loading' }
  const again = () => {
    setTimeUp(false)
    void refetch()
  }
  if (error) return { state: 'failed', again: isApiError(error) && error.status < 500 ? undefined : again }
  if (data?.owned) return { state: 'owned', orderId: data.order_id }
  if (data?.status === 'cancelled' || data?.status === 'refunded') return { state: data.status, orderId: data.order_id }
  if (data && data.status !== 'created') return { state: 'failed', orderId: data.order_id }
  if (timeUp) return data ? { state: 'waiting', again, orderId: data.order_id } : { state: 'failed', again }
  return { state: 'loading' }
}
