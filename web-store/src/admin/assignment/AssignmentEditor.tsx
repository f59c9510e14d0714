import { useQueryClient } from '@tanstack/react-query'
import type { Assignment } from 'contract/assignments/hand-ins'
import type { AssignmentInput } from 'contract/assignments/input'
import { FormProvider } from 'react-hook-form'
import { chakra } from '../../ui/chakra.ts'
import { later } from '../../ui/later.tsx'
import { assignmentQuery } from '../content/task.queries.ts'
import { DraftNotice } from '../forms/DraftNotice.tsx'
import { stepOnEnter } from '../forms/step-on-enter.ts'
import { type TaskProps, useVersionedEditor } from '../forms/use-editor.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { TaskBar } from '../shell/TaskBar.tsx'
import { AssignmentRules } from './AssignmentRules.tsx'
import {
  type AssignmentForm,
  assignmentParts,
  assignmentResolver,
  mergedAssignment,
  toForm,
} from './assignment-form.ts'
import { CriterionList } from './CriterionList.tsx'

const VersionsDialog = later(() => import('../forms/VersionsDialog.tsx'))

/** Edits the instructions of an assignment, and its rubric. */
export function AssignmentEditor({ lessonId, ...given }: TaskProps<AssignmentForm, Assignment>) {
  const queries = useQueryClient()
  const { form, isDirty, saved, storedAt, notice, save, conflict, dropConflict, discard } = useVersionedEditor<
    AssignmentForm,
    AssignmentInput,
    Assignment | null
  >({
    ...given,
    toForm,
    resolver: assignmentResolver,
    failure: 'The assignment could not be saved',
    changes: adminApi.learning.key(),
    present: async () => {
      const { data, etag } = await queries.fetchQuery(assignmentQuery(lessonId))
      return { data: data.assignment, etag }
    },
    send: (body, headers) => adminClient.assignments.save({ params: { lesson_id: lessonId }, headers, body }),
  })
  const { errors } = form.formState
  return (
    <FormProvider {...form}>
      <DraftNotice {...notice} onDiscard={discard} />
      <chakra.form
        method="post"
        id="assignment-form"
        noValidate
        onKeyDown={stepOnEnter}
        display="grid"
        gap="5"
        pb="var(--fixed-bar, 76px)"
        onSubmit={form.handleSubmit((body) => save.mutate({ body }))}
      >
        <AssignmentRules />
        <CriterionList />
      </chakra.form>
      <TaskBar
        formId="assignment-form"
        problems={Object.keys(errors).length}
        storedAt={storedAt}
        dirty={isDirty}
        busy={save.isPending}
        onDiscard={discard}
      >
        Save assignment
      </TaskBar>
      {conflict?.theirs && (
        <VersionsDialog
          changed="this assignment"
          own={conflict.own}
          of="part"
          parts={assignmentParts(conflict.body, conflict.theirs, saved.data)}
          busy={save.isPending}
          onSave={(taken) =>
            conflict.theirs &&
            save.mutate({ body: mergedAssignment(conflict.body, conflict.theirs, taken), over: conflict.etag })
          }
          onClose={dropConflict}
        />
      )}
    </FormProvider>
  )
}
