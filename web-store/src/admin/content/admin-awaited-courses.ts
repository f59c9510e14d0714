import type { QueryClient } from '@tanstack/react-query'
import { randomKey } from '../../api/random-key.ts'
import { isRefused } from '../../shared/forms/use-action-form.ts'
import { toast } from '../../ui/toaster.ts'
import { drafts, lessonsDraft } from '../forms/editor-drafts.ts'
import { adminClient } from '../host/admin-api.ts'
import type { Platform } from '../host/platform.tsx'
import { adminUploadWork } from '../media/queue/admin-upload-work.ts'
import { refetchLessons } from './content.queries.ts'
import { type AwaitedLessons, awaitedSteps } from './lesson-files.ts'
import type { ContentForm } from './lesson-form.ts'

export type AwaitedCourses = ReturnType<typeof make>

let courses: AwaitedCourses | undefined

/** The courses of this window whose lessons wait for files; what an earlier visit has left goes on. */
export function adminAwaitedCourses(platform: Platform, queries: QueryClient): AwaitedCourses {
  courses ??= make(platform, queries)
  return courses
}

function make(platform: Platform, queries: QueryClient) {
  const open = new Set<string>()
  const { restored, find, drop, add, look } = adminUploadWork(
    'awaited-lessons',
    platform,
    awaitedSteps({
      isOpen: (courseId) => open.has(courseId),
      typed: async (courseId) => (await drafts.read<ContentForm>(lessonsDraft(courseId)))?.values.content,
      async save(lessons) {
        const saved = await save(lessons, platform.storeAddress('/'))
        if (!saved) {
          toast.error('Your lessons could not be saved when their files had arrived.', {
            description: 'Open the lessons of the course, and save them there.',
          })
          return false
        }
        await drafts.remove(lessonsDraft(lessons.course_id))
        void refetchLessons(queries)
        toast.success(saved.message, { description: 'Their files have arrived.' })
        return true
      },
    }),
  )
  /** Returns the lessons that wait in this course; undefined without any. */
  const of = (courseId: string) => find(({ course_id }) => course_id === courseId)
  function forget(courseId: string): void {
    const lessons = of(courseId)
    if (lessons) drop(lessons)
  }
  return {
    restored,
    of,
    forget,
    /** Notes that lessons were saved without their files, in place of what was noted of the course before. The files may be there by now. */
    note(lessons: AwaitedLessons): void {
      forget(lessons.course_id)
      add({ ...lessons, key: randomKey() })
    },
    /** The course is open and saves by itself. Answers how to say that it is not any more. */
    opened(courseId: string): () => void {
      open.add(courseId)
      return () => {
        open.delete(courseId)
        look()
      }
    },
  }
}

/** Undefined when it was refused for what it says. Rejects when nobody could say. */
async function save(
  { course_id, content, etag }: AwaitedLessons,
  store: string,
): Promise<{ message: string } | undefined> {
  const { lessonsBody } = await import('./lesson-form.ts')
  const body = lessonsBody(course_id, store, { content })
  if (!body.success) return undefined
  try {
    return await adminClient.learning.addContent({
      params: { id: course_id },
      headers: etag === undefined ? {} : { 'if-match': etag },
      body: body.data,
    })
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}
