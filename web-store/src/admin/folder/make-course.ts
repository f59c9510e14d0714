import type { Course } from 'contract/courses/courses'
import { DraftBody } from 'contract/courses/input'
import { isApiError } from '../../api/client.ts'
import { adminClient } from '../host/admin-api.ts'
import { arrival } from '../media/queue/arrivals.ts'
import type { UploadQueue } from '../media/queue/upload-queue.ts'
import type { FileSource } from '../media/queue/upload-types.ts'
import { courseTexts } from './course-files.ts'
import type { FolderPlan } from './folder-plan.ts'
import type { ReadFolder } from './read-folder.ts'

/** The typed values of a new course. */
export type TypedCourse = { name: string; price: string }

const ANY_PICTURE = `/media/${'0'.repeat(32)}/x.webp`

const bodyOf = (read: ReadFolder, plan: FolderPlan, { name, price }: TypedCourse, banner: string) => ({
  name,
  price: price.trim() === '' ? undefined : Number(price),
  banner,
  ...textsOf(read, plan, name),
})

/** The texts that a folder gives its course. */
export function textsOf({ page }: ReadFolder, { lessons }: FolderPlan, title: string) {
  const files = lessons.reduce((sum, { files: own }) => sum + own.length, 0)
  return courseTexts({ ...page, title: title.trim(), lessons: lessons.map((lesson) => lesson.title), files })
}

/** Returns the errors of the typed values. */
export function typedProblems(read: ReadFolder, plan: FolderPlan, typed: TypedCourse): Partial<TypedCourse> {
  const { error } = DraftBody.safeParse(bodyOf(read, plan, typed, ANY_PICTURE))
  const of = (field: keyof TypedCourse) => error?.issues.find(({ path }) => path[0] === field)?.message
  const [name, price] = [of('name'), of('price')]
  return { ...(name && { name }), ...(price && { price }) }
}

/** Brings a picture into the library and answers its address. */
export async function sendPicture(queue: UploadQueue, picture: FileSource): Promise<string> {
  const [key = ''] = queue.add([picture])
  const media = await arrival(queue, key)
  if (!media) throw new Error('The image has no address')
  return media.url
}

/** Makes the course of a folder, as a draft, under the first of the ids that is free. */
export async function makeCourse(
  read: ReadFolder,
  plan: FolderPlan,
  typed: TypedCourse,
  { banner, ids }: { banner: string; ids: readonly string[] },
): Promise<Course> {
  const body = DraftBody.parse(bodyOf(read, plan, typed, banner))
  for (const course_id of [...ids, null]) {
    try {
      return (await adminClient.courses.create({ ...body, course_id, state: 'draft' })).course
    } catch (error) {
      // The bin may have it.
      if (course_id === null || !isApiError(error) || error.code !== 'course_exists') throw error
    }
  }
  throw new Error('Please change the title')
}
