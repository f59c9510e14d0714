import type { QueryClient } from '@tanstack/react-query'
import { isRefused } from '../../shared/forms/use-action-form.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { toast } from '../../ui/toaster.ts'
import { drafts, lessonsDraft } from '../forms/editor-drafts.ts'
import { adminClient } from '../host/admin-api.ts'
import type { Platform } from '../host/platform.tsx'
import { adminQueue, queueRestored } from '../media/queue/admin-queue.ts'
import { type AwaitedCourses, type AwaitedLessons, createAwaitedCourses } from './awaited-lessons.ts'
import { refetchLessons } from './content.queries.ts'
import type { ContentForm } from './lesson-form.ts'

const KEPT = 'awaited-lessons'

let courses: Promise<AwaitedCourses> | undefined

/** The courses of this window whose lessons wait for files; what an earlier visit has left goes on. */
export function adminAwaitedCourses(platform: Platform, queries: QueryClient): Promise<AwaitedCourses> {
  courses ??= load(platform, queries)
  return courses
}

async function load(platform: Platform, queries: QueryClient): Promise<AwaitedCourses> {
  const [stored] = await Promise.all([drafts.read<AwaitedLessons[]>(KEPT), queueRestored()])
  return createAwaitedCourses(
    {
      queue: adminQueue(platform),
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
      keep: (awaited) =>
        void (awaited.length > 0
          ? drafts.write(KEPT, { values: awaited, etag: undefined, kept_at: shopNow().getTime() })
          : drafts.remove(KEPT)),
    },
    stored?.values,
  )
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
