import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { errorText } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconCopy } from '../../../ui/secondary-icons.ts'
import { toast } from '../../../ui/toaster.ts'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import { adminPaths } from '../../host/admin-paths.ts'

/** Makes a draft like a course, and opens it. */
export function useDuplicate(courseId: string) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useSubmission({
    mutationFn: () => adminClient.courses.duplicate({ params: { id: courseId } }),
    onSuccess: ({ message, course_id }) => {
      toast.success(message)
      void queries.invalidateQueries({ queryKey: adminApi.courses.key() })
      navigate(adminPaths.editCourse(course_id))
    },
    onError: (error) => {
      toast.error('The course could not be duplicated', { description: errorText(error, 'Please try again.') })
    },
  })
}

export function DuplicateButton({ courseId }: { courseId: string }) {
  const duplicate = useDuplicate(courseId)
  return (
    <Button variant="outline" busy={duplicate.isPending} onClick={() => duplicate.mutate(undefined)}>
      <Icon of={IconCopy} />
      Duplicate
    </Button>
  )
}
