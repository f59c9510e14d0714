import { queryOptions } from '@tanstack/react-query'
import { adminApi, adminClient, withETag } from '../host/admin-api.ts'

/** The settings with their version, asked for anew with every form. */
export const settingsQuery = () =>
  queryOptions({
    queryKey: [...adminApi.settings.key(), 'edit'],
    queryFn: () => withETag((options) => adminClient.settings.get(undefined, options)),
    staleTime: 0,
    gcTime: 0,
  })
