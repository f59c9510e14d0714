import { readCataloguePage } from 'contract/catalogue-page'
import type { PageData } from 'contract/page-renderer'
import { screens } from 'contract/screens'
import { withChanges } from 'contract/shop/defaults'
import { matchPath } from 'react-router-dom'
import { paths } from '../paths.ts'
import { promocodesQuery } from '../shared/cart/promocodes.queries.ts'
import { courseQuery } from '../shared/courses/course.queries.ts'
import {
  cataloguePageQuery,
  featuredQuery,
  filtersQuery,
  nearQuery,
  praisedCoursesQuery,
} from '../shared/courses/courses.queries.ts'
import { keyOfCall } from './drawn-screen.ts'
import type { PageState } from './page-state.ts'

/** Builds the queries of a page from the server's data, as the browser would have fetched them. */
export function pageState(url: URL, data: PageData): PageState {
  const { list, filters, beside, course, promocodes, answers = [], shop } = data
  const queries: PageState['queries'] = []
  const cataloguePage = url.pathname === paths.courses ? readCataloguePage(url.searchParams) : undefined
  if (list) {
    const { queryKey } = cataloguePage ? cataloguePageQuery(cataloguePage) : featuredQuery()
    queries.push([queryKey, { ...list, q: cataloguePage?.q ?? '' }])
  }
  if (filters) queries.push([filtersQuery().queryKey, filters])
  if (beside) {
    const { queryKey } = cataloguePage
      ? nearQuery(cataloguePage.q)
      : praisedCoursesQuery(withChanges(shop).testimonials)
    queries.push([queryKey, { cards: beside, total: beside.length, q: cataloguePage?.q ?? '' }])
  }
  const courseId = matchPath(screens.course[0], url.pathname)?.params.courseId
  if (course !== undefined && courseId) queries.push([courseQuery(courseId).queryKey, course])
  if (promocodes) queries.push([promocodesQuery().queryKey, promocodes])
  for (const { call, input, output } of answers) queries.push([keyOfCall(call, input), output])
  return { queries }
}
