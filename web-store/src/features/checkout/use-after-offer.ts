import { useQuery } from '@tanstack/react-query'
import type { AfterOffer } from 'contract/orders/after-offer'
import type { SignedReturn } from 'contract/orders/returns'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { shopNow } from '../../stores/shop-clock.ts'

type AfterOfferState = {
  offer: AfterOffer | undefined
  /** Asks again, once a press found another state. */
  again: () => void
}

/** Asks once for the offer of a paid order, and forgets it when its time is over. */
export function useAfterOffer(orderNo: string | undefined, proof: SignedReturn | undefined): AfterOfferState {
  const { data, refetch } = useQuery({
    ...api.orders.seeAfterOffer.queryOptions({
      input: { params: { order_no: orderNo ?? '' }, body: proof ?? { order_id: '', t: '' } },
    }),
    enabled: orderNo !== undefined && proof !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const offer = data?.offer ?? undefined
  const [over, setOver] = useState<string>()
  const until = offer?.until
  useEffect(() => {
    if (until === undefined) return
    const timer = setTimeout(() => setOver(until), Date.parse(until) - shopNow().getTime())
    return () => clearTimeout(timer)
  }, [until])
  return {
    offer: until === over ? undefined : offer,
    again: () => void refetch(),
  }
}
