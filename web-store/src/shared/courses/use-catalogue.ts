import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepForOffline, offlineCourses } from '../offline/offline-courses.ts'
import type { CourseList, featuredQuery } from './courses.queries.ts'

export type Catalogue = {
  list: CourseList | undefined
  /** The list answers an earlier question, because the answer to this one has not come yet. */
  waiting: boolean
  /** The courses are those of the last visit, because there is no connection. */
  fromCache: boolean
  /** There is nothing to show and the asking failed. */
  failed: boolean
  retry: () => void
}

/** What the courses are kept for, for a visit without a connection: all of the first page, some of it, or not at all. */
type Keeping = 'page' | 'some' | undefined

/** A part of the catalogue; what was shown before stays until it comes. Without a connection it is what this browser saw last. */
export function useCatalogue(query: ReturnType<typeof featuredQuery>, q: string, keeping: Keeping): Catalogue {
  const { data, isPlaceholderData, isError, failureCount, fetchStatus, refetch } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  })
  useEffect(() => {
    if (data && !isPlaceholderData && keeping) keepForOffline(data.cards, keeping === 'page')
  }, [data, isPlaceholderData, keeping])

  const offline = fetchStatus === 'paused' || (failureCount > 0 && !navigator.onLine)
  const cached = (!data || isPlaceholderData) && offline ? offlineCourses(q) : undefined
  return {
    list: cached ? { cards: cached, total: cached.length, q } : data,
    waiting: isPlaceholderData && !cached,
    fromCache: cached !== undefined,
    failed: !data && !cached && (isError || offline),
    retry: () => void refetch(),
  }
}
