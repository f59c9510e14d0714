import type { QueryClient } from '@tanstack/react-query'
import { errorText } from '../../../api/client.ts'
import { toast } from '../../../ui/toaster.ts'
import { adminApi, adminClient } from '../../host/admin-api.ts'

/** Makes an earlier version of a course the newest again; `etag` names the one that it replaces. */
export const bringVersion = (course_id: string, version: number, etag: string | undefined) =>
  adminClient.courses.restoreVersion({
    params: { course_id, version: String(version) },
    headers: etag ? { 'if-match': etag } : {},
  })

export function reportNotBack(error: unknown): void {
  toast.error('The version could not be brought back', { description: errorText(error, 'Please try again.') })
}

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
    await bringVersion(courseId, version, etag)
    toast.success('Brought back what was there before', { id: 'course-version' })
  } catch (error) {
    reportNotBack(error)
  }
  await queries.invalidateQueries({ queryKey: adminApi.courses.key() })
  onBack()
}
