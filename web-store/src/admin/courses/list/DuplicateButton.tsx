import { useNavigate } from 'react-router-dom'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconCopy } from '../../../ui/secondary-icons.ts'
import { adminApi } from '../../host/admin-api.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import { useAct } from '../../kit/use-act.tsx'

/** Makes a draft like a course, and opens it. */
export function useDuplicate(id: string) {
  const navigate = useNavigate()
  const { run, busy } = useAct(adminApi.courses.duplicate, {
    failed: 'The course could not be duplicated',
    onDone: ({ course_id }) => navigate(adminPaths.editCourse(course_id)),
  })
  return { duplicate: () => run({ params: { id } }), busy }
}

export function DuplicateButton({ courseId }: { courseId: string }) {
  const { duplicate, busy } = useDuplicate(courseId)
  return (
    <Button variant="outline" busy={busy} onClick={duplicate}>
      <Icon of={IconCopy} />
      Duplicate
    </Button>
  )
}
