import type { Response } from 'express'

/** Tags every answer that a catalogue write may change. */
export const CATALOGUE_TAG = 'catalogue'

/** Tags answers about one course alone, beside the catalogue's tag. */
export const courseTag = (courseId: string) => `course-${encodeURIComponent(courseId)}`

/**
 * Marks an answer as the same for everybody, so that a CDN may cache it and purge it by these tags. Without a CDN this
 * changes nothing; with one, nothing else is cached (`edge/edge-headers.ts`).
 */
export function cacheAtEdge(res: Response, tags: readonly string[]): void {
  res.locals.edgeTags = tags
}
