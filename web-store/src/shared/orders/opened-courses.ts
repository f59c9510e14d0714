import type { UserOrder } from 'contract/orders/orders'

type Course = UserOrder['courses'][number]
type Sold = Pick<Course, 'course_id' | 'course_name' | 'includes'> & { course_banner?: string }
type Opened = Omit<Sold, 'includes'>

/** Lists what an order opens, each course once: its courses, and in the place of a bundle those in it. */
export function openedCourses(courses: readonly Sold[]): Opened[] {
  const all = courses.flatMap(({ includes, ...course }): Opened[] => includes ?? [course])
  return all.filter((one, index) => all.findIndex(({ course_id }) => course_id === one.course_id) === index)
}

/** Returns the name of a course, or of a bundle, of the order; undefined for another one. */
export const soldName = (courses: readonly Sold[], id: string): string | undefined =>
  [...courses, ...openedCourses(courses)].find(({ course_id }) => course_id === id)?.course_name
