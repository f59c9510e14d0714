import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { Loading } from '../../ui/Loading.tsx'
import { toast } from '../../ui/toaster.ts'

/** Nothing is in the cart. `left` are the courses that left it in another tab: that tab may have paid them. */
export default function NothingToBuy({ left }: { left: readonly string[] }) {
  const signedIn = useSession(isSignedIn)
  const { data, isFetching } = useQuery({
    ...api.account.dashboard.queryOptions(),
    enabled: signedIn && left.length > 0,
    staleTime: 0,
    retry: false,
  })
  const isPaid = left.length > 0 && left.every((id) => data?.orders.some(({ course_id }) => course_id === id))
  useEffect(() => {
    if (isFetching) return
    if (isPaid) toast.success(t('Paid already. Your course is in your dashboard.'), { id: 'cart-empty' })
    else toast.error(t('Your cart is empty'), { id: 'cart-empty' })
  }, [isPaid, isFetching])
  return isFetching ? <Loading /> : <Navigate to={isPaid ? paths.dashboard : paths.cart} replace />
}
