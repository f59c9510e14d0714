import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import type { CheckoutPart } from '../../shared/cart/checkout-part.ts'
import { useDraft } from '../../shared/cart/use-draft.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { useFields } from '../../ui/use-fields.ts'
import { type Age, AgeFields, answerOf, NO_AGE, problemsOf } from './AgeFields.tsx'
import { ParentState } from './ParentState.tsx'

/** Asks a buyer once whether they are 18 or older; the tab stores the input until it is sent. */
export default function AgeCheckoutPart({ busy, failure, add }: CheckoutPart) {
  const signedIn = useSession((state) => isSignedIn(state))
  const { data, isPending, refetch } = useQuery({
    ...api.children.mine.queryOptions(),
    staleTime: 0,
    enabled: signedIn,
  })
  const form = useFields<Age>(NO_AGE, problemsOf)
  const { values, fail } = form
  // Until their answer is known, a student's press of "Pay" is judged by the shop: most have answered before.
  const known = !signedIn || !isPending
  const open = known && (!data || data.state === 'none')
  useDraft('age', NO_AGE, form, !open)
  // The refusal of a child's purchase is the first word of the waiting.
  useEffect(() => {
    if (failure && signedIn) void refetch()
  }, [failure, signedIn, refetch])
  useEffect(() => {
    add({
      fields: open && values.adult !== '' ? answerOf(values) : {},
      child: open ? values.adult === 'no' : data?.state !== 'adult',
      check: (focus) => {
        const problems = open ? problemsOf(values) : []
        fail(problems, { focus })
        return problems.length === 0
      },
    })
  }, [open, data?.state, values, fail, add])
  if (data?.state === 'waiting') return <ParentState age={data} />
  return open ? <AgeFields form={form} busy={busy} /> : null
}
