import type { OwnCourse } from 'contract/courses/courses'
import type { ComponentType } from 'react'

/** A way to sell that a feature adds to a course: it is off until its form is filled in. */
export type SellingWay = {
  /** Its place among the others, the first lowest. */
  at: number
  title: string
  /** One sentence of help. */
  help: string
  /** Its value in words; null while it is off. */
  summary: (course: OwnCourse) => string | null
  /** False for a course that cannot have it; absent for one that every course can. */
  suits?: (course: OwnCourse) => boolean
}

/** Module of a `…SellingPart.tsx`: what it says of itself, and a form with its own save. */
export type SellingPart = { way: SellingWay; default: ComponentType<{ course: OwnCourse }> }

const found = import.meta.glob<SellingPart>('../../*/*SellingPart.tsx')

export const hasSellingParts = Object.keys(found).length > 0

/** Loads them, in their order. */
export async function loadSellingParts(): Promise<SellingPart[]> {
  const parts = await Promise.all(Object.values(found).map((load) => load()))
  return parts.sort((one, other) => one.way.at - other.way.at)
}
