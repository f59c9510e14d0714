import { countText } from '../../ui/format.ts'
import { LessonTask } from '../content/LessonTask.tsx'
import { assignmentQuery } from '../content/task.queries.ts'
import { AssignmentEditor } from './AssignmentEditor.tsx'

type Stored = Awaited<ReturnType<ReturnType<typeof assignmentQuery>['queryFn']>>['data']

/** Edits the assignment of the lesson that the address names. */
export default function AssignmentTab() {
  return (
    <LessonTask kind="assignment" query={assignmentQuery} state={stateOf}>
      {({ data: { assignment }, etag }, place) => <AssignmentEditor stored={assignment} etag={etag} {...place} />}
    </LessonTask>
  )
}

/** Says how many submitted. */
function stateOf({ assignment, numbers: { students, accepted, waiting } }: Stored) {
  if (students > 0) return `${countText(students, 'student')} submitted, ${accepted} accepted, ${waiting} waiting.`
  return assignment ? 'Nobody has submitted yet.' : 'No assignment in this lesson yet.'
}
