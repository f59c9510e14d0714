import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Course } from 'server/contract/courses'
import { isApiError, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient, withETag } from '../admin-api.ts'
import { ifMatch, saveOver, ToDecide } from '../edit-conflict.ts'
import { uploadFile, uploadProblem } from '../parts/upload.ts'
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

/** Stops a save whose reason was said already. */
class Said extends Error {}

/** Somebody else's version of the course, and its version for the next try. */
export type Conflict = { body: CourseBody; theirs: Course; etag: string | undefined }

async function bannerOf(body: CourseBody, file: File | undefined): Promise<string> {
  if (body.banner !== PENDING_UPLOAD) return body.banner
  if (!file) throw new Said('The file of the banner is gone')
  let url: string
  try {
    url = await uploadFile(file, 'image')
  } catch (error) {
    if (isAuthError(error)) throw error
    const { title, reason } = uploadProblem(error, 'image')
    toast.error(title, { description: reason })
    throw new Said(title)
  }
  if (url) return url
  toast.error('Failed to get banner URL after upload')
  throw new Said('no address')
}

/** Uploads the banner where there is one, and sends the course. A stale edit becomes a `conflict` to be decided. */
export function useSaveCourse({ courseId, etag, file, onBanner, onSaved }: SaveCourse) {
  const queries = useQueryClient()
  const [conflict, setConflict] = useState<Conflict>()
  const save = useSubmission({
    mutationFn: async ({ body, asDraft, over }: Sent) => {
      const banner = await bannerOf(body, file)
      if (banner !== body.banner) onBanner(banner)
      const whole = { ...body, banner }
      if (courseId === undefined)
        return (await adminClient.courses.create({ ...whole, ...(asDraft && { published: false }) })).course
      const { course_id: _, ...fields } = whole
      const headers = ifMatch(over ?? etag)
      return saveOver(
        async () => (await adminClient.courses.update({ params: { id: courseId }, headers, body: fields })).course,
        async () => {
          const now = await withETag((options) => adminClient.courses.adminGet({ id: courseId }, options))
          setConflict({ body: whole, theirs: Course.parse(now.data), etag: now.etag })
          throw new ToDecide()
        },
      )
    },
    onSuccess: (course) => {
      setConflict(undefined)
      void queries.invalidateQueries({ queryKey: adminApi.courses.key() })
      onSaved(course)
    },
    onError: (error) => {
      if (error instanceof Said || error instanceof ToDecide || isAuthError(error)) return
      const reason = isApiError(error) ? error.message : ''
      if (courseId === undefined) toast.error(reason || 'Failed to add course')
      else toast.error('Failed to update course', reason ? { description: reason } : {})
    },
  })
  return { save, conflict, dropConflict: () => setConflict(undefined) }
}
