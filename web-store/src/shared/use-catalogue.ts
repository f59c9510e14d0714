import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CourseCard } from 'server/contract/courses'
import { storage } from '../stores/storage.ts'
import { catalogueQuery, type Sort } from './courses.queries.ts'

export type Catalogue = {
  cards: CourseCard[] | undefined
  /** The cards are those of the last visit, because there is no connection. */
  fromCache: boolean
  /** There is nothing to show and the asking failed. */
  failed: boolean
  retry: () => void
}

/** The catalogue in the order asked for. Without a connection it is the one this browser saw last. */
export function useCatalogue(sort?: Sort): Catalogue {
  const { data, isError, failureCount, fetchStatus, refetch } = useQuery({
    ...catalogueQuery(sort),
    placeholderData: keepPreviousData,
  })
  useEffect(() => {
    if (data && sort === undefined) storage.write('courses_cache', data)
  }, [data, sort])

  const offline = fetchStatus === 'paused' || (failureCount > 0 && !navigator.onLine)
  const cached = !data && offline ? lastCatalogue() : undefined
  return {
    cards: data ?? cached,
    fromCache: cached !== undefined,
    failed: !data && !cached && (isError || offline),
    retry: () => void refetch(),
  }
}

function lastCatalogue(): CourseCard[] | undefined {
  const cards = storage.read('courses_cache')?.filter(isCard)
  return cards && cards.length > 0 ? cards : undefined
}

function isCard(value: unknown): value is CourseCard {
  if (typeof value !== 'object' || value === null) return false
  const { course_id, name, description, price, banner } = value as Partial<Record<keyof CourseCard, unknown>>
  const texts = [course_id, name, description, banner]
  return texts.every((text) => typeof text === 'string') && typeof price === 'number'
}
