import { useQuery } from '@tanstack/react-query'
import { adminApi } from './admin-api.ts'

/** Who is logged in, with the role that says what the console offers. */
export const useMe = () => useQuery(adminApi.admins.me.queryOptions())
