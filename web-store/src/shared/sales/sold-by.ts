import { type CourseOption, soldOption } from 'contract/courses/sold-option'
import type { ShownCourse } from './shown-course.ts'

/** Returns a course as one of its options sells it: no sale and no parts are of another price than its own. */
export function soldBy(
  course: ShownCourse & { options?: readonly CourseOption[] | null | undefined },
  option: string | undefined,
): ShownCourse {
  const sold =
    option === undefined || course.options?.[0]?.option_id === option ? undefined : soldOption(course, option)
  if (!sold) return course
  const { price, access_period } = sold
  return { ...course, price, access_period, option, sale: undefined, parts: null } as ShownCourse
}
