import { useQueryClient } from '@tanstack/react-query'
import { Course } from 'contract/courses/courses'
import { isApiError } from '../../../api/client.ts'
import { Stopped } from '../../../shared/forms/use-action-form.ts'
import { toast } from '../../../ui/toaster.ts'
import { uploadProblem } from '../../forms/upload.ts'
import { type Saving, useVersionedSave } from '../../forms/use-versioned-save.ts'
import { adminApi, adminClient, withETag } from '../../host/admin-api.ts'
import { usePlatform } from '../../host/platform.tsx'
import { adminQueue } from '../../media/queue/admin-queue.ts'
import { arrival } from '../../media/queue/arrivals.ts'
import { sourceOf } from '../../media/queue/file-source.ts'
import type { UploadQueue } from '../../media/queue/upload-queue.ts'
import { useArrived } from '../../media/queue/use-arrivals.ts'
import { type CourseBody, type CourseForm, PENDING_UPLOAD } from './course-form.ts'

type SaveCourse = {
  /** Absent for a new course. */
  courseId: string | undefined
  etag: string | undefined
  file: File | undefined
  form: Saving<CourseForm, CourseBody>
  /** The banner's file is uploaded; whatever happens next, it is not uploaded again. */
  onBanner: (url: string) => void
  /** `typed`: what was typed since the save was sent, and is not saved, with the version that it goes over. */
  onSaved: (course: Course, after: { here: boolean; typed?: { values: CourseForm; etag: string | undefined } }) => void
}

/** `asDraft`: a new course stays off the store until it is published. `over`: the version that is written over. */
type Sent = { body: CourseBody; asDraft: boolean; over?: string | undefined }

async function bannerOf(queue: UploadQueue, body: CourseBody, file: File | undefined): Promise<string> {
  if (body.banner !== PENDING_UPLOAD) return body.banner
  if (!file) throw new Stopped('The file of the banner is gone')
  const [key = ''] = queue.add([sourceOf(file)])
  try {
    const media = await arrival(queue, key)
    if (media) return media.url
  } catch (error) {
    const { title, reason } = uploadProblem((error as Error).message, 'image')
    toast.error(title, { description: reason })
    throw new Stopped(title)
  }
  toast.error('Failed to get banner URL after upload')
  throw new Stopped('no address')
}

/** The owner has confirmed that a new course goes on sale without lessons. */
const startOf = (asDraft: boolean) =>
  asDraft ? { state: 'draft' as const } : { state: 'published' as const, also_empty: true }

/** Uploads the banner where there is one, waits for the other files of the form, and sends the course. */
export function useSaveCourse({ courseId, etag, file, form, onBanner, onSaved }: SaveCourse) {
  const queries = useQueryClient()
  const queue = adminQueue(usePlatform())
  const arrived = useArrived()
  const present = async (id: string) => {
    const now = await withETag((options) => adminClient.courses.adminGet({ id }, options))
    return { ...now, data: Course.parse(now.data) }
  }
  return useVersionedSave<CourseForm, CourseBody, Course, Course, Sent>({
    form,
    etag,
    prepare: async (body) => {
      const banner = await bannerOf(queue, body, file)
      if (banner !== body.banner) onBanner(banner)
      return arrived({ ...body, banner })
    },
    send: async ({ body, asDraft }, headers) => {
      if (courseId === undefined) return (await adminClient.courses.create({ ...body, ...startOf(asDraft) })).course
      const { course_id: _, ...fields } = body
      return (await adminClient.courses.update({ params: { id: courseId }, headers, body: fields })).course
    },
    stored: () => present(courseId ?? ''),
    onSaved: async (course, { here, typedSince }) => {
      void queries.invalidateQueries({ queryKey: adminApi.courses.key() })
      if (!(await typedSince())) return onSaved(course, { here })
      const now = await present(course.course_id).catch(() => undefined)
      const values = await typedSince()
      onSaved(course, { here, ...(values && { typed: { values, etag: now?.etag ?? etag } }) })
    },
    onFailed: (error) => {
      const reason = isApiError(error) ? error.message : ''
      if (courseId === undefined) toast.error(reason || 'Failed to add course')
      else toast.error('Failed to update course', reason ? { description: reason } : {})
    },
  })
}
