import { useQuery } from '@tanstack/react-query'
import { api, isApiError } from '../../api/client.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { useIsPreview } from './preview.ts'

export type BundlePrice = {
  /** Ids of the included courses that the signed-in student has paid for. */
  owned: readonly string[]
  isAllOwned: boolean
  /** Rupees that are taken off for them; undefined until it is known, and for who owns none. */
  credit: number | undefined
  /** Rupees that the student pays; undefined without a credit. */
  total: number | undefined
}

/** Reads what the signed-in student has of a bundle, and what it costs them. */
export function useBundlePrice(bundleId: string): BundlePrice {
  const signedIn = useSession(isSignedIn)
  const isPreview = useIsPreview()
  const { data, error } = useQuery({
    ...api.orders.price.queryOptions({ input: { course_ids: [bundleId] } }),
    enabled: signedIn && !isPreview,
    retry: false,
  })
  const [line] = (signedIn && data?.lines) || []
  const owned = (line?.includes ?? []).filter((one) => one.owned).map(({ course_id }) => course_id)
  const isAllOwned = signedIn && isApiError(error) && error.code === 'already_purchased'
  return line && line.credit > 0
    ? { owned, isAllOwned, credit: line.credit, total: line.total }
    : { owned, isAllOwned, credit: undefined, total: undefined }
}
