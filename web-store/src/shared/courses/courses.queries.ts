import { queryOptions } from '@tanstack/react-query'
import {
  type CataloguePage,
  type CatalogueSort,
  cataloguePageWindow,
  FEATURED,
  type PriceBand,
} from 'contract/catalogue-page'
import type { CourseCard } from 'contract/courses/courses'
import { praisedCourses, type Testimonial } from 'contract/shop/home'
import type { CallContext } from '../../api/call-types.ts'
import { api, client } from '../../api/client.ts'

/** Some courses, and how many there are of them in all. `q` is the search that they answer, empty for none. */
export type CourseList = { cards: CourseCard[]; total: number; q: string }

type ListInput = {
  q?: string
  topic?: string
  price?: PriceBand
  sort?: CatalogueSort
  limit?: string
  offset?: string
  near?: 'true'
  ids?: string
}

const listQuery = (input: ListInput) =>
  queryOptions({
    // Below the key of the call, so that invalidating it reaches these too.
    queryKey: [...api.courses.list.key(), input],
    queryFn: async ({ signal }): Promise<CourseList> => {
      const context: CallContext = {}
      const cards = await client.courses.list(input, { signal, context })
      return { cards, total: Number(context.headers?.get('x-total-count') ?? cards.length), q: input.q ?? '' }
    },
  })

/** The first courses of the catalogue, as the home page shows them. */
export const featuredQuery = () => listQuery({ limit: String(FEATURED) })

/** Requests the courses of a catalogue address. */
export function cataloguePageQuery(cataloguePage: CataloguePage) {
  const { q, topic, price, sort } = cataloguePage
  const { limit, offset } = cataloguePageWindow(cataloguePage)
  return listQuery({
    ...(q && { q }),
    ...(topic && { topic }),
    ...(price && { price }),
    ...(sort && { sort }),
    limit: String(limit),
    ...(offset > 0 && { offset: String(offset) }),
  })
}

/** Requests the courses near a search that finds nothing. */
export const nearQuery = (q: string) => listQuery({ q, near: 'true' })

export const filtersQuery = () => api.courses.filters.queryOptions()

/** Requests the published courses among those of the home page's testimonials. */
export const praisedCoursesQuery = (testimonials: readonly Testimonial[]) =>
  listQuery({ ids: praisedCourses(testimonials).join(',') })
