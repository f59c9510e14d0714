import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ChosenState, Placement } from 'contract/placement'
import { useState } from 'react'
import { errorText } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { toast } from '../../../ui/toaster.ts'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import { UNDO_MS } from '../../kit/call.ts'

export const isOnSale = (state: ChosenState) => state === 'published' || state === 'unlisted'

/** Returns the parts to ask about before a course goes on sale. */
export const lackOf = (placement: Placement | undefined) => ({
  missing: placement?.missing ?? [],
  generated: placement?.generated ?? [],
})

export const needsAnswer = ({ missing, generated }: Placement) => missing.length > 0 || generated.length > 0

type Change = { state?: ChosenState; place?: number; also_empty?: boolean }

/** The state of a course and its place in the catalogue: saved at once, apart from any form. */
export function usePlacement(courseId = '') {
  const queries = useQueryClient()
  const requested = adminApi.courses.placement.queryOptions({ input: { id: courseId } })
  const { data } = useQuery({ ...requested, staleTime: 0, enabled: courseId !== '' })
  const set = useSubmission({
    mutationFn: ({ was: _, ...body }: Change & { was?: Change }) =>
      adminClient.courses.setPlacement({ params: { id: courseId }, body }),
    onSuccess: ({ message, placement }, { was }) => {
      const action = was && { label: 'Undo', onClick: () => set.mutate(was) }
      toast.success(message, { id: 'placement', ...(action && { action, duration: UNDO_MS }) })
      queries.setQueryData(requested.queryKey, placement)
      return queries.invalidateQueries({ queryKey: [...adminApi.courses.key(), 'list'] })
    },
    onError: (error) => {
      toast.error('Catalogue not updated', { description: errorText(error, 'Please try again.') })
    },
  })
  /** The state on sale for which the course is incomplete or unread, until that is answered. */
  const [requesting, setRequesting] = useState<ChosenState>()
  // It was in that state as it is: whether it is complete is not asked again.
  const before = data && { was: { state: data.state, also_empty: true } }
  return {
    placement: data,
    busy: set.isPending,
    move: (place: number) => set.mutate({ place, ...(data && { was: { place: data.place } }) }),
    choose(state: ChosenState) {
      if (isOnSale(state) && data && !isOnSale(data.state) && needsAnswer(data)) setRequesting(state)
      else set.mutate({ state, ...before })
    },
    asking: requesting !== undefined,
    confirm() {
      if (requesting) set.mutate({ state: requesting, also_empty: true, ...before })
      setRequesting(undefined)
    },
    dismiss: () => setRequesting(undefined),
  }
}
