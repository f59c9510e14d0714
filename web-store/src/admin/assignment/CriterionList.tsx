import { MAX_CRITERIA } from 'contract/limits'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { Card, Stack } from '../../ui/layout.tsx'
import { FieldProblem, Muted } from '../forms/form-parts.tsx'
import { MoveButtons, RemoveButton } from '../lists/row-buttons.tsx'
import { type AssignmentForm, emptyCriterion } from './assignment-form.ts'

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
export function CriterionList() {
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
