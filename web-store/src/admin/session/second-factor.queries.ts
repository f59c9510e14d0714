import { adminApi } from '../host/admin-api.ts'

/** The admin's own passkeys, app and recovery codes. */
export const secondFactorQuery = () => ({ ...adminApi.secondFactor.get.queryOptions(), staleTime: 0 })
