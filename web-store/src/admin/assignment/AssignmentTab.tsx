import { useQuery } from '@tanstack/react-query'
import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { LessonTask } from '../content/LessonTask.tsx'
import { useEarlierDraft } from '../forms/use-draft.ts'
import { useFailureToast } from '../forms/use-failure-toast.ts'
import { ErrorState } from '../shell/ErrorState.tsx'
import { AssignmentEditor } from './AssignmentEditor.tsx'
import { assignmentQuery } from './assignment.queries.ts'
import type { AssignmentForm } from './assignment-form.ts'

const FAILED = 'Failed to load the assignment'

/** The assignment of the lesson that the address names. */
export default function AssignmentTab() {
  return <LessonTask of={AssignmentOfLesson} />
}

function AssignmentOfLesson({ lessonId }: { lessonId: string }) {
  const draftName = `assignment:${lessonId}`
  const draft = useEarlierDraft<AssignmentForm>(draftName)
  const { data, error, refetch } = useQuery(assignmentQuery(lessonId))
  useFailureToast(error, FAILED)
  if (error && !data) return <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
  if (!data || draft === undefined) return <Loading minH="240px" />
  const { assignment, numbers, lesson_title } = data.data
  const said =
    numbers.students > 0
      ? `${countText(numbers.students, 'student')} submitted, ${numbers.accepted} accepted, ${numbers.waiting} waiting.`
      : assignment
        ? 'Nobody has submitted yet.'
        : 'No assignment in this lesson yet.'
  return (
    <>
      <chakra.p textStyle="sm" color="fg.muted">
        Assignment
      </chakra.p>
      <chakra.h2 textStyle="h2" fontSize="1.5rem" overflowWrap="anywhere">
        {lesson_title}
      </chakra.h2>
      <chakra.p textStyle="sm" color="fg.muted" mb="4" fontVariantNumeric="tabular-nums">
        {said}
      </chakra.p>
      <AssignmentEditor lessonId={lessonId} stored={assignment} etag={data.etag} {...{ draft, draftName }} />
    </>
  )
}
