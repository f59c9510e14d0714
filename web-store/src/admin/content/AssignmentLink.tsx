import { use } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Text, VisuallyHidden } from '../../ui/text.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { IconPencil } from '../shell/admin-icons.ts'
import { LessonAssignments } from './lesson-previews.ts'

/** `Assignment`; of a lesson that asks for no work nothing. */
export function useAssignmentText(lessonId: string): string | undefined {
  return use(LessonAssignments).includes(lessonId) ? 'Assignment' : undefined
}

/** The way to the assignment of a lesson, once it is stored; `beside` a video it is one more thing that may be done. */
export function AssignmentLink({ lessonId, name, beside }: { lessonId: string; name: string; beside?: boolean }) {
  const [search] = useSearchParams()
  const has = useAssignmentText(lessonId) !== undefined
  if (!lessonId) {
    return (
      <Text textStyle="sm" color="fg.muted">
        Save, then write the assignment.
      </Text>
    )
  }
  return (
    <Button asChild variant={has || beside ? 'outline' : 'solid'} size="sm">
      <Link to={adminPaths.tab('assignment', { course_id: search.get('course_id') ?? '', lesson_id: lessonId })}>
        <Icon of={IconPencil} size={16} />
        {has ? 'Edit assignment' : 'Write assignment'}
        <VisuallyHidden> of {name}</VisuallyHidden>
      </Link>
    </Button>
  )
}

/** What a lesson wants handed in beside its video. */
export function AssignmentOfLesson({ lessonId, number }: { lessonId: string; number: number }) {
  const text = useAssignmentText(lessonId)
  return (
    <chakra.div gridColumn="1/-1" display="flex" flexWrap="wrap" alignItems="center" gap="3">
      <chakra.div flex="1" minW="200px">
        <chakra.p textStyle="label">Assignment</chakra.p>
        <Text textStyle="sm" color="fg.muted">
          {text ? 'Students submit an assignment below this lesson.' : 'Add an assignment to this lesson.'}
        </Text>
      </chakra.div>
      <AssignmentLink lessonId={lessonId} name={`lesson ${number}`} beside />
    </chakra.div>
  )
}
