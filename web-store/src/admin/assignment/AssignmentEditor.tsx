import type { Assignment } from 'contract/assignments/hand-ins'
import type { AssignmentInput } from 'contract/assignments/input'
import { Stack } from '../../ui/layout.tsx'
import { TaskForm, useTaskEditor } from '../content/TaskForm.tsx'
import { assignmentQuery } from '../content/task.queries.ts'
import type { TaskProps } from '../forms/use-editor.ts'
import { adminClient } from '../host/admin-api.ts'
import { AssignmentRules } from './AssignmentRules.tsx'
import {
  type AssignmentForm,
  assignmentParts,
  assignmentResolver,
  mergedAssignment,
  toForm,
} from './assignment-form.ts'
import { CriterionList } from './CriterionList.tsx'

/** Edits the instructions of an assignment, and its rubric. */
export function AssignmentEditor(given: TaskProps<AssignmentForm, Assignment>) {
  const editor = useTaskEditor<AssignmentForm, AssignmentInput, Assignment>(
    {
      kind: 'assignment',
      toForm,
      resolver: assignmentResolver,
      parts: assignmentParts,
      merged: mergedAssignment,
      read: async (queries, lessonId) => {
        const { data, etag } = await queries.fetchQuery(assignmentQuery(lessonId))
        return { data: data.assignment, etag }
      },
      save: adminClient.assignments.save,
    },
    given,
  )
  return (
    <TaskForm kind="assignment" of={editor} problems={Object.keys(editor.form.formState.errors).length}>
      <Stack gap="5" pb="var(--fixed-bar, 76px)">
        <AssignmentRules />
        <CriterionList />
      </Stack>
    </TaskForm>
  )
}
