import { useQuery } from '@tanstack/react-query'
import type { IncludedCourse } from 'contract/courses/bundles'
import { api } from '../../api/client.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { useIsPreview } from './preview.ts'

export type BundlePrice = {
  /** Ids of the included courses that the signed-in student has. */
  owned: readonly string[]
  isAllOwned: boolean
  /** Rupees that are taken off for those that were paid for; undefined until it is known, and without any. */
  credit: number | undefined
  /** Rupees that the student pays; undefined without a credit. */
  total: number | undefined
}

/** Reads what the signed-in student has of a bundle, and what it costs them. */
export function useBundlePrice(bundleId: string, includes: readonly IncludedCourse[]): BundlePrice {
  const isPreview = useIsPreview()
  const isRequested = useSession(isSignedIn) && !isPreview
  const { data: dashboard } = useQuery({
    ...api.account.dashboard.queryOptions(),
    enabled: isRequested,
    retry: false,
  })
  const previous = isRequested ? (dashboard?.orders.filter(({ access }) => !access?.renewable) ?? []) : []
  const owned = includes
    .map(({ course_id }) => course_id)
    .filter((id) => previous.some(({ course_id }) => course_id === id))
  const isAllOwned = owned.length > 0 && owned.length === includes.length
  const { data } = useQuery({
    ...api.orders.price.queryOptions({ input: { course_ids: [bundleId] } }),
    enabled: owned.length > 0 && !isAllOwned,
    retry: false,
  })
  const [line] = owned.length > 0 && data ? data.lines : []
  return line && line.credit > 0
    ? { owned, isAllOwned, credit: line.credit, total: line.total }
    : { owned, isAllOwned, credit: undefined, total: undefined }
}
