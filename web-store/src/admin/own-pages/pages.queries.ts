import { queryOptions } from '@tanstack/react-query'
import { adminApi, adminClient, withETag } from '../host/admin-api.ts'

/** All pages with their number, for a list. */
export const pageListQuery = () => {
  const { queryFn: _unused, ...named } = adminApi.pages.list.queryOptions()
  return queryOptions({
    queryKey: [...named.queryKey, 'rows'],
    queryFn: async () => {
      const { pages } = await adminClient.pages.list()
      return { pages, total: pages.length }
    },
  })
}

/** A page with its version, fetched again for every form. */
export const pageQuery = (slug: string) => ({
  queryKey: [...adminApi.pages.key(), 'edit', slug],
  queryFn: () => withETag((options) => adminClient.pages.get({ slug }, options)),
  staleTime: 0,
  gcTime: 0,
})
