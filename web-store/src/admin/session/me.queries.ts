import { useQuery } from '@tanstack/react-query'
import { DAY_MS } from 'contract/indian-time'
import { shopNow } from '../../stores/shop-clock.ts'
import { adminApi } from '../host/admin-api.ts'

/** Who is logged in, with the role that says what the console offers. */
export const useMe = () => useQuery(adminApi.admins.me.queryOptions())

type Due = { second_factor_due_at: string | null } | undefined

/** True for an owner to whom nothing but setting up a second factor is answered any more; or will not be, in some days. */
export const isSecondFactorDue = (me: Due, withinDays = 0): boolean =>
  me?.second_factor_due_at != null && Date.parse(me.second_factor_due_at) <= shopNow().getTime() + withinDays * DAY_MS
