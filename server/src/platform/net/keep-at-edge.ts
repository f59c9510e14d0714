import type { Response } from 'express'

/** On every answer that a write of the catalogue may change. */
export const CATALOGUE_TAG = 'catalogue'

/** On what shows one course alone, beside the tag of the catalogue. */
export const courseTag = (courseId: string) => `course-${encodeURIComponent(courseId)}`

/**
 * Says of an answer that it is the same for everybody, so that a CDN in front may keep it, and by which tags it is taken away again.
 * Where no CDN is set this changes nothing; where one is, nothing else is kept (`edge/edge-headers.ts`).
 */
export function keepAtEdge(res: Response, tags: readonly string[]): void {
  res.locals.edgeTags = tags
}
