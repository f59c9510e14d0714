import { expect } from '@playwright/test'
import type { Shop } from './shop.ts'

export type Course = { course_id: string; name: string; price: number; banner: string } & Record<string, unknown>

let made = 0

/** Creates a course at the top of the catalogue; `fields` are those of the admin's call. */
export async function createCourse(shop: Shop, fields: Record<string, unknown> = {}): Promise<Course> {
  made += 1
  const { body: cards } = await shop.call<{ banner: string }[]>('GET', '/go/courses')
  const { course } = await shop.admin<{ course: Course }>('POST', '/courses/create', {
    name: `Course of a test ${process.pid} ${made}`,
    description: 'What the card says of this course, in a line or two.',
    long_description: 'The first point of the sales page, long enough\nThe second point of the sales page',
    header_text: 'The heading of the course',
    header_below: 'Do you want to see this test pass?',
    price: 300,
    banner: cards[0]?.banner,
    ...fields,
  })
  return course
}

/** Changes the price, in rupees, and waits until the public catalogue shows it. */
export async function setPrice(shop: Shop, courseId: string, price: number): Promise<void> {
  await shop.admin('PUT', `/courses/update_course/${courseId}`, { price })
  const shown = async () => (await shop.call<Course>('GET', `/go/courses/${courseId}`)).body.price
  await expect.poll(shown).toBe(price)
}

/** Deletes the course unless it is gone already, and waits until the public catalogue no longer lists it. */
export async function removeCourse(shop: Shop, courseId: string): Promise<void> {
  const { courses } = await shop.admin<{ courses: Course[] }>('GET', '/courses/get_all_courses?fields=list')
  if (courses.some((course) => course.course_id === courseId)) {
    await shop.admin('DELETE', `/courses/delete_course/${courseId}`)
  }
  const status = async () => (await shop.call('GET', `/go/courses/${courseId}`)).status
  await expect.poll(status).toBe(404)
}
