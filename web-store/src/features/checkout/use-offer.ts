import { useQuery } from '@tanstack/react-query'
import type { PublicOffer } from 'contract/offers'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useCart } from '../../stores/cart.ts'
import type { CartLine } from '../../stores/storage.ts'

/** The line of a ticked offer: its id, and the paise that it costs less than its course alone. */
export type Taken = CartLine & { offer: string; saves: number }

/** The cart's own lines, the offer that fits them, and its line once the buyer ticked it. Each checkout asks once: a second look is no second showing. */
export function useOffer() {
  const own = useCart((state) => state.lines)
  const [taken, take] = useState<Taken>()
  const { data } = useQuery({
    ...api.offers.forCart.queryOptions({ input: { course_ids: own.map(({ id }) => id).join() } }),
    enabled: own.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const found: PublicOffer | undefined = data?.[0]
  return { own, found, taken: found?.offer_id === taken?.offer ? taken : undefined, take }
}
