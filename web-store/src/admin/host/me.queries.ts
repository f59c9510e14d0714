import { useQuery } from '@tanstack/react-query'
import { DAY_MS } from 'contract/indian-time'
import { shopNow } from '../../stores/shop-clock.ts'
import { adminApi } from './admin-api.ts'

/** Reads the logged-in admin, with the role that decides what the console offers. */
export const useMe = () => useQuery(adminApi.admins.me.queryOptions())

export const useIsOwner = () => useMe().data?.role === 'owner'

type Due = { second_factor_due_at: string | null } | undefined

/** Returns true for an owner to whom the server answers nothing but the setup of a second factor; or will, in some days. */
export const isSecondFactorDue = (me: Due, withinDays = 0): boolean =>
  me?.second_factor_due_at != null && Date.parse(me.second_factor_due_at) <= shopNow().getTime() + withinDays * DAY_MS
