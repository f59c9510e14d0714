import { Missing } from '../placement.ts'
import type { Course } from './courses.ts'
import { CreateCourseBody } from './input.ts'

export const NO_LESSONS = 'This course has no lessons yet'

type Sold = Pick<Course, Exclude<Missing, 'lessons'>>

/** A part that a course lacks, and the sentence that says so. */
export type Lack = { path: Missing; message: string }

export function lackOf(course: Sold, lessons: number): Lack[] {
  return Missing.options.flatMap((path): Lack[] => {
    if (path === 'lessons') return lessons > 0 ? [] : [{ path, message: NO_LESSONS }]
    const [issue] = CreateCourseBody.shape[path].safeParse(course[path]).error?.issues ?? []
    return issue ? [{ path, message: issue.message }] : []
  })
}

export const missingIn = (course: Sold, lessons: number): Missing[] => lackOf(course, lessons).map(({ path }) => path)
