import { matchPath } from 'react-router-dom'
import type { PageData } from 'server/contract/page-renderer'
import { readShelf } from 'server/contract/shelf'
import { withChanges } from 'server/contract/shop-defaults'
import { courseQuery } from '../shared/course.queries.ts'
import { featuredQuery, filtersQuery, praisedCoursesQuery, shelfQuery } from '../shared/courses.queries.ts'
import type { PageState } from './page-state.ts'
import { paths } from './paths.ts'

/** What the server knows of a page, as the browser's queries would have got it. */
export function pageState(url: URL, { list, filters, beside, course, shop }: PageData): PageState {
  const queries: PageState['queries'] = []
  if (list) {
    const shelf = url.pathname === paths.courses ? readShelf(url.searchParams) : undefined
    const { queryKey } = shelf ? shelfQuery(shelf) : featuredQuery()
    queries.push([queryKey, { ...list, q: shelf?.q ?? '' }])
  }
  if (filters) queries.push([filtersQuery().queryKey, filters])
  if (beside)
    queries.push([
      praisedCoursesQuery(withChanges(shop).testimonials).queryKey,
      { cards: beside, total: beside.length, q: '' },
    ])
  const courseId = matchPath('/course/:courseId', url.pathname)?.params.courseId
  if (course !== undefined && courseId) queries.push([courseQuery(courseId).queryKey, course])
  return { queries }
}
