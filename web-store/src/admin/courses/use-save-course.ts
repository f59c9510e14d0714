import { useQueryClient } from '@tanstack/react-query'
import { Course } from 'contract/courses'
import { isApiError, isAuthError } from '../../api/client.ts'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient, withETag } from '../admin-api.ts'
import { uploadFile, uploadProblem } from '../components/upload.ts'
import { Stopped, useVersionedSave } from '../use-versioned-save.ts'
import { type CourseBody, PENDING_UPLOAD } from './course-form.ts'

type SaveCourse = {
  /** Absent for a new course. */
  courseId: string | undefined
  etag: string | undefined
  file: File | undefined
  /** The banner's file is uploaded; whatever happens next, it is not uploaded again. */
  onBanner: (url: string) => void
  onSaved: (course: Course) => void
}

/** `asDraft`: a new course stays off the store until it is published. `over`: the version that is written over. */
type Sent = { body: CourseBody; asDraft: boolean; over?: string | undefined }

async function bannerOf(body: CourseBody, file: File | undefined): Promise<string> {
  if (body.banner !== PENDING_UPLOAD) return body.banner
  if (!file) throw new Stopped('The file of the banner is gone')
  let url: string
  try {
    url = await uploadFile(file, 'image')
  } catch (error) {
    if (isAuthError(error)) throw error
    const { title, reason } = uploadProblem(error, 'image')
    toast.error(title, { description: reason })
    throw new Stopped(title)
  }
  if (url) return url
  toast.error('Failed to get banner URL after upload')
  throw new Stopped('no address')
}

/** Uploads the banner where there is one, and sends the course. */
export function useSaveCourse({ courseId, etag, file, onBanner, onSaved }: SaveCourse) {
  const queries = useQueryClient()
  return useVersionedSave<CourseBody, Course, Course, Sent>({
    etag,
    prepare: async (body) => {
      const banner = await bannerOf(body, file)
      if (banner !== body.banner) onBanner(banner)
      return { ...body, banner }
    },
    send: async ({ body, asDraft }, headers) => {
      if (courseId === undefined)
        return (await adminClient.courses.create({ ...body, ...(asDraft && { published: false }) })).course
      const { course_id: _, ...fields } = body
      return (await adminClient.courses.update({ params: { id: courseId }, headers, body: fields })).course
    },
    stored: async () => {
      const now = await withETag((options) => adminClient.courses.adminGet({ id: courseId ?? '' }, options))
      return { ...now, data: Course.parse(now.data) }
    },
    onSaved: (course) => {
      void queries.invalidateQueries({ queryKey: adminApi.courses.key() })
      onSaved(course)
    },
    onFailed: (error) => {
      const reason = isApiError(error) ? error.message : ''
      if (courseId === undefined) toast.error(reason || 'Failed to add course')
      else toast.error('Failed to update course', reason ? { description: reason } : {})
    },
  })
}
