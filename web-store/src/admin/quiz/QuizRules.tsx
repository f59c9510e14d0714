import { useFormContext } from 'react-hook-form'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/layout.tsx'
import { GateWarning } from '../content/GateWarning.tsx'
import { Choice, Two } from '../forms/form-parts.tsx'
import type { QuizForm } from './quiz-form.ts'

/** Edits the pass mark of a quiz, its attempts and its gate. */
export function QuizRules() {
  const { register, formState, watch } = useFormContext<QuizForm>()
  const { errors } = formState
  return (
    <Card padded display="grid" gap="4.5">
      <Field
        as="textarea"
        label="Introduction"
        optional
        rows={2}
        minH="11"
        maxLength={2000}
        error={errors.intro?.message}
        {...register('intro')}
      />
      <Two>
        <Field
          label="Pass mark (%)"
          required
          inputMode="numeric"
          maxLength={3}
          help="So many of the questions must be right."
          error={errors.pass_mark?.message}
          {...register('pass_mark')}
        />
        <Field
          label="Attempts allowed"
          optional
          inputMode="numeric"
          maxLength={3}
          help="Leave empty for no limit."
          error={errors.max_tries?.message}
          {...register('max_tries')}
        />
        <Field as="select" label="Show right answers and explanations" {...register('reveals')}>
          <option value="always">After every attempt</option>
          <option value="passed">After a pass or the last attempt</option>
          <option value="never">Never</option>
        </Field>
        <chakra.div alignSelf="end">
          <Choice>
            <input type="checkbox" {...register('gate')} />
            Later lessons open only after a pass
          </Choice>
          {watch('gate') && <GateWarning until="they pass" />}
        </chakra.div>
      </Two>
    </Card>
  )
}
