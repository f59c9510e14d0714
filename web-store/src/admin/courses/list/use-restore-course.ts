import { useQueryClient } from '@tanstack/react-query'
import { isApiError, isAuthError } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { toast } from '../../../ui/toaster.ts'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import type { AdminCard } from '../courses.queries.ts'

/** Takes a course out of the bin; it is published or a draft again, as it was. */
export function useRestoreCourse(): { restore: (course: AdminCard) => void; restoring: string | undefined } {
  const queries = useQueryClient()
  const restore = useSubmission({
    mutationFn: ({ course_id }: AdminCard) => adminClient.courses.restore({ params: { id: course_id } }),
    onSuccess: (_, { name }) => toast.success(`${name} is restored`, { id: 'course-restored' }),
    onError: (error, { name }) => {
      if (isAuthError(error)) return
      toast.error(`${name} could not be restored`, {
        description: isApiError(error) && error.message ? error.message : 'Please try again.',
      })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: adminApi.courses.key() }),
  })
  return {
    restore: (course) => restore.mutate(course),
    restoring: restore.isPending ? restore.variables?.course_id : undefined,
  }
}
