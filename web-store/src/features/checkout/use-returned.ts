import { useQuery } from '@tanstack/react-query'
import type { SignedReturn } from 'contract/orders/returns'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'

/** An open payment is polled this often, and for this long. */
export const ASK_EVERY_MS = 3000
export const ASK_FOR_MS = 30_000

/** Reads the proof of a return from the address; undefined in one that is not signed. */
export function proofIn(search: URLSearchParams): SignedReturn | undefined {
  const read = (name: string) => search.get(name) ?? ''
  const own = { order_id: read('order_id'), t: read('t') }
  if (own.order_id && own.t) return own
  const gateway = {
    razorpay_payment_link_reference_id: read('razorpay_payment_link_reference_id'),
    razorpay_payment_link_status: read('razorpay_payment_link_status'),
    razorpay_payment_id: read('razorpay_payment_id'),
    razorpay_signature: read('razorpay_signature'),
  }
  return gateway.razorpay_payment_link_reference_id && gateway.razorpay_signature ? gateway : undefined
}

/** Polls the payment of a signed address while it is open, and gives up in time. `again` polls once more. */
export function useReturned(proof: SignedReturn) {
  const [timeUp, setTimeUp] = useState(false)
  useEffect(() => {
    if (timeUp) return
    const timer = setTimeout(() => setTimeUp(true), ASK_FOR_MS)
    return () => clearTimeout(timer)
  }, [timeUp])
  const payment = useQuery({
    ...api.orders.returned.queryOptions({ input: proof }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: (query) => (query.state.data?.status === 'created' && !timeUp ? ASK_EVERY_MS : false),
    refetchIntervalInBackground: true,
  })
  const again = () => {
    setTimeUp(false)
    void payment.refetch()
  }
  return { ...payment, timeUp, again }
}
