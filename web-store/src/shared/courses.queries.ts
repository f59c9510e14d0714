import { api } from '../api/client.ts'

/** Orders of the catalogue beyond its own. */
export const sorts = ['newest', 'price', '-price'] as const
export type Sort = (typeof sorts)[number]

/** The order an address asks for; the catalogue's own when it asks for none we know. */
export function sortOf(search: URLSearchParams): Sort | undefined {
  return sorts.find((sort) => sort === search.get('sort'))
}

/** The whole catalogue as cards. Searching happens in the browser, ordering on the server. */
export const catalogueQuery = (sort?: Sort) => api.courses.list.queryOptions({ input: sort ? { sort } : {} })

/** One course with all its blocks. */
export const courseQuery = (courseId: string) => api.courses.get.queryOptions({ input: { id: courseId } })
