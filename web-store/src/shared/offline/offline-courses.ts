import { CATALOGUE_PAGE_SIZE } from 'contract/catalogue-page'
import type { CourseCard } from 'contract/courses/courses'
import { storage } from '../../stores/storage.ts'

/**
 * Stores courses for a visit without a connection, at most one page. The catalogue's own first page (`whole`) replaces all; others go
 * before the stored ones.
 */
export function storeForOffline(cards: CourseCard[], whole: boolean): void {
  const fresh = new Set(cards.map(({ course_id }) => course_id))
  const before = whole ? [] : storedCourses().filter(({ course_id }) => !fresh.has(course_id))
  storage.write('courses_cache', [...cards, ...before].slice(0, CATALOGUE_PAGE_SIZE))
}

/** Searches the courses seen last; undefined when none are stored. */
export function offlineCourses(q: string): CourseCard[] | undefined {
  const stored = storedCourses()
  if (stored.length === 0) return undefined
  const words = q.toLowerCase().split(/\s+/)
  return stored.filter(({ name, description }) => {
    const text = `${name} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

const storedCourses = (): CourseCard[] => storage.read('courses_cache')?.filter(isCard) ?? []

function isCard(value: unknown): value is CourseCard {
  if (typeof value !== 'object' || value === null) return false
  const { course_id, name, description, price, banner } = value as Partial<Record<keyof CourseCard, unknown>>
  const texts = [course_id, name, description, banner]
  return texts.every((text) => typeof text === 'string') && typeof price === 'number'
}
