import type { SequenceStep } from 'contract/sequences'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/layout.tsx'
import { FieldProblem, Help } from '../forms/form-parts.tsx'
import { RemoveButton } from '../lists/row-buttons.tsx'
import { BlockList } from './BlockList.tsx'
import { type StepForm, stepProblem, type Unit } from './sequence-form.ts'

type Props = {
  steps: readonly StepForm[]
  at: number
  showProblem: boolean
  onChange: (step: StepForm) => void
  onRemove: (() => void) | undefined
  /** The step as it is saved, with its results. */
  stored: SequenceStep | undefined
}

/** One letter of a sequence: when it goes out, its subject and its blocks. */
export function StepFields({ steps, at, showProblem, onChange, onRemove, stored }: Props) {
  const step = steps[at]
  if (!step) return null
  const problem = showProblem ? stepProblem(steps, at) : undefined
  const title = `Letter ${at + 1}`
  return (
    <Card padded asChild>
      <section aria-label={title}>
        <chakra.div display="flex" alignItems="center" gap="3" mb="3">
          <chakra.h2 textStyle="h3" fontSize="1.125rem" flex="1">
            {title}
          </chakra.h2>
          {stored && stored.results.sent > 0 && <Help>{stored.results.sent.toLocaleString('en-IN')} sent</Help>}
          {onRemove && <RemoveButton name={title.toLowerCase()} onRemove={onRemove} />}
        </chakra.div>
        <chakra.div display="grid" gap="4">
          <chakra.div display="grid" gridTemplateColumns="minmax(0,8rem) minmax(0,10rem)" gap="3">
            <Field
              label="After"
              type="number"
              inputMode="numeric"
              min={0}
              value={step.after}
              onChange={({ target }) => onChange({ ...step, after: target.value })}
            />
            <Field
              as="select"
              label="Unit"
              value={step.unit}
              onChange={({ target }) => onChange({ ...step, unit: target.value as Unit })}
            >
              <option value="minutes">Minutes</option>
              <option value="hours">Hours</option>
              <option value="days">Days</option>
            </Field>
          </chakra.div>
          <Field
            label="Subject"
            required
            maxLength={150}
            value={step.subject}
            onChange={({ target }) => onChange({ ...step, subject: target.value })}
            error={showProblem && step.subject.trim() === '' ? 'Subject is required' : undefined}
          />
          <BlockList
            blocks={step.blocks}
            onChange={(blocks) => onChange({ ...step, blocks })}
            showProblems={showProblem}
          />
          {problem && <FieldProblem>{problem}</FieldProblem>}
        </chakra.div>
      </section>
    </Card>
  )
}
