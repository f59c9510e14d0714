import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { offlineCourses, storeForOffline } from '../offline/offline-courses.ts'
import type { CourseList, featuredQuery } from './courses.queries.ts'

export type Catalogue = {
  list: CourseList | undefined
  /** The list answers an earlier search, until this one's answer arrives. */
  waiting: boolean
  /** The courses are those of the last visit, because there is no connection. */
  fromCache: boolean
  /** There is nothing to show and the asking failed. */
  failed: boolean
  retry: () => void
}

/** Share of the courses to store for offline visits: all of the first page, some of it, or none. */
type Placeholder = 'page' | 'some' | undefined

/** Loads a part of the catalogue; the previous one stays until then. Without a connection it is the one that this browser saw last. */
export function useCatalogue(query: ReturnType<typeof featuredQuery>, q: string, storing: Placeholder): Catalogue {
  const { data, isPlaceholderData, isError, failureCount, fetchStatus, refetch } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  })
  useEffect(() => {
    if (data && !isPlaceholderData && storing) storeForOffline(data.cards, storing === 'page')
  }, [data, isPlaceholderData, storing])

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
