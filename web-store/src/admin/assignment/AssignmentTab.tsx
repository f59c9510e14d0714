import type { Assignment } from 'contract/assignments/hand-ins'
import type { AssignmentInput } from 'contract/assignments/input'
import { MAX_CRITERIA, WORK_KINDS, type WorkKind } from 'contract/limits'
import { mediaKinds } from 'contract/media/kinds'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { countText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { Card, Stack } from '../../ui/layout.tsx'
import { GateWarning } from '../content/GateWarning.tsx'
import { LessonTask } from '../content/LessonTask.tsx'
import { TaskForm, useTaskEditor } from '../content/TaskForm.tsx'
import { assignmentQuery } from '../content/task.queries.ts'
import { Choice, FieldProblem, GroupLabel, Muted, Two } from '../forms/form-parts.tsx'
import type { TaskProps } from '../forms/use-editor.ts'
import { adminClient } from '../host/admin-api.ts'
import { MoveButtons, RemoveButton } from '../lists/row-buttons.tsx'
import {
  type AssignmentForm,
  assignmentParts,
  assignmentResolver,
  emptyCriterion,
  mergedAssignment,
  toForm,
} from './assignment-form.ts'

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

/** Edits the instructions of an assignment, and its rubric. */
function AssignmentEditor(given: TaskProps<AssignmentForm, Assignment>) {
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

const names: Record<WorkKind, string> = {
  pdf: 'PDF',
  image: 'Images',
  office: 'Office files',
  text: 'Text files',
  audio: 'Sound',
  video: 'Video',
  design: 'Design files',
  archive: 'ZIP files',
}

/** Edits the instructions, the accepted file types and the due date. */
function AssignmentRules() {
  const { register, formState, watch } = useFormContext<AssignmentForm>()
  const { errors } = formState
  return (
    <Card padded display="grid" gap="4.5">
      <Field
        as="textarea"
        label="Instructions"
        required
        rows={5}
        maxLength={5000}
        error={errors.instructions?.message}
        {...register('instructions')}
      />
      <Stack role="group" aria-labelledby="work-taken" gap="1">
        <GroupLabel id="work-taken" help="A file may have at most 50 MB. Its content must be what it says it is.">
          Students submit
        </GroupLabel>
        <chakra.div display="grid" gridTemplateColumns="repeat(auto-fill,minmax(135px,1fr))" columnGap="4">
          <Choice>
            <input type="checkbox" {...register('takes_text')} />
            Text
          </Choice>
          {WORK_KINDS.map((kind) => (
            <Choice key={kind} title={mediaKinds[kind].formats}>
              <input type="checkbox" value={kind} {...register('file_kinds')} />
              {names[kind]}
            </Choice>
          ))}
        </chakra.div>
        {errors.file_kinds && <FieldProblem>{errors.file_kinds.message ?? 'Take text, a file or both'}</FieldProblem>}
      </Stack>
      <Two>
        <Field
          label="Due after days"
          optional
          inputMode="numeric"
          maxLength={4}
          help="Counted from the day the lesson opens to a student. Late submissions are accepted and marked as late."
          error={errors.due_days?.message}
          {...register('due_days')}
        />
        <chakra.div alignSelf="center">
          <Choice>
            <input type="checkbox" {...register('gate')} />
            Later lessons open only when the assignment is accepted
          </Choice>
          {watch('gate') && <GateWarning until="their assignment is accepted" />}
        </chakra.div>
      </Two>
    </Card>
  )
}

const Line = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0,1fr) auto', md: 'minmax(0,1fr) 150px auto' },
    gap: '3',
    alignItems: 'start',
    pb: '4',
    borderBottomWidth: { base: '1px', md: '0' },
    borderColor: 'border',
    '& > :first-of-type': { gridColumn: { base: '1/-1', md: 'auto' } },
  },
})

/** The rubric: each criterion gives points, or is met or not. */
function CriterionList() {
  const { register, control, formState } = useFormContext<AssignmentForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'criteria' })
  const { criteria: errors } = formState.errors
  return (
    <Card padded display="grid" gap="3" data-list>
      <div>
        <chakra.h3 textStyle="h3">Rubric</chakra.h3>
        <Muted>Students see it with the assignment. A criterion without points is met or not.</Muted>
      </div>
      <Stack as="ul" gap="1" listStyleType="none" aria-label="Rubric">
        {fields.map(({ id }, at) => (
          <Line key={id} data-line>
            <Field
              label={`Criterion ${at + 1}`}
              required
              maxLength={300}
              error={errors?.[at]?.text?.message}
              {...register(`criteria.${at}.text`)}
            />
            <Field
              label="Points"
              aria-label={`Points of criterion ${at + 1}`}
              optional
              inputMode="numeric"
              maxLength={3}
              error={errors?.[at]?.points?.message}
              {...register(`criteria.${at}.points`)}
            />
            <chakra.div display="flex" mt="7">
              <MoveButtons
                name={`criterion ${at + 1}`}
                index={at}
                count={fields.length}
                onMove={(to) => move(at, to)}
              />
              <RemoveButton name={`criterion ${at + 1}`} onRemove={() => remove(at)} />
            </chakra.div>
          </Line>
        ))}
      </Stack>
      {errors?.root?.message && <FieldProblem>{errors.root.message}</FieldProblem>}
      {fields.length < MAX_CRITERIA && (
        <Button
          variant="outline"
          justifySelf="start"
          data-add
          onClick={() => append({ ...emptyCriterion }, { focusName: `criteria.${fields.length}.text` })}
        >
          <Icon of={IconPlus} />
          Add criterion
        </Button>
      )}
    </Card>
  )
}
