import type { QueryClient } from '@tanstack/react-query'
import { toast } from '../../../ui/toaster.ts'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import { notifyFailed } from '../../kit/call.ts'

export const NOT_BACK = 'The version could not be restored'

/** The call that makes an earlier version of a course the newest again; `etag` names the one that it replaces. */
export const restoring = (course_id: string, version: number, etag: string | undefined) => ({
  params: { course_id, version: String(version) },
  headers: etag ? { 'if-match': etag } : {},
})

type Course = { queries: QueryClient; courseId: string; onBack: () => void }

/** Brings back what was there before the newest save. `find` names its version; undefined where that save changed nothing. */
export async function undoSave(
  { queries, courseId, onBack }: Course,
  find: () => Promise<number | undefined>,
  etag?: string,
): Promise<void> {
  try {
    const version = await find()
    if (version === undefined) return toast.info('The save changed nothing', { id: 'course-version' })
    await adminClient.courses.restoreVersion(restoring(courseId, version, etag))
    toast.success('Restored the version before', { id: 'course-version' })
  } catch (error) {
    notifyFailed(NOT_BACK, error)
  }
  await queries.invalidateQueries({ queryKey: adminApi.courses.key() })
  onBack()
}
