import { WORK_KINDS, type WorkKind } from 'contract/limits'
import { mediaKinds } from 'contract/media/kinds'
import { useFormContext } from 'react-hook-form'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card, Stack } from '../../ui/layout.tsx'
import { GateWarning } from '../content/GateWarning.tsx'
import { Choice, FieldProblem, GroupLabel, Two } from '../forms/form-parts.tsx'
import type { AssignmentForm } from './assignment-form.ts'

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
export function AssignmentRules() {
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
