import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { matchPath } from 'react-router-dom'
import type { PageData } from 'server/contract/page-renderer'
import { catalogueQuery, courseQuery, sortOf } from '../shared/courses.queries.ts'

/** The answers a page was rendered with, by the key under which the browser looks for them. */
export type PageState = { queries: [key: QueryKey, data: unknown][] }

/** What the server knows of a page, as the browser's queries would have got it. */
export function pageState(url: URL, { cards, course }: PageData): PageState {
  const queries: PageState['queries'] = []
  if (cards) queries.push([catalogueQuery(sortOf(url.searchParams)).queryKey, cards])
  const courseId = matchPath('/course/:courseId', url.pathname)?.params.courseId
  if (course !== undefined && courseId) queries.push([courseQuery(courseId).queryKey, course])
  return { queries }
}

/** Fills the cache; the data counts as fetched now, so the browser does not ask again for what it was given. */
export function applyPageState(client: QueryClient, state: PageState): void {
  for (const [key, data] of state.queries) client.setQueryData(key, data)
}
