import { Missing } from '../placement.ts'
import { TOO_FEW_COURSES } from './bundles.ts'
import type { Course } from './courses.ts'
import { completeBody } from './input.ts'

export const NO_LESSONS = 'This course has no lessons yet'

type Sold = Pick<Course, Exclude<Missing, 'lessons'> | 'kind' | 'free'>

/** A part that a course lacks, and the sentence that says so. */
export type Lack = { path: Missing; message: string }

export function lackOf(course: Sold, lessons: number): Lack[] {
  return Missing.options.flatMap((path): Lack[] => {
    if (path === 'lessons') return lessons > 0 || course.kind === 'bundle' ? [] : [{ path, message: NO_LESSONS }]
    if (path === 'bundle_courses')
      return course.kind !== 'bundle' || course.bundle_courses.length > 1 ? [] : [{ path, message: TOO_FEW_COURSES }]
    const [issue] = completeBody(course).shape[path].safeParse(course[path]).error?.issues ?? []
    return issue ? [{ path, message: issue.message }] : []
  })
}

export const missingIn = (course: Sold, lessons: number): Missing[] => lackOf(course, lessons).map(({ path }) => path)
