import { isMessage, isNudge, type SequenceStep, type SequenceTrigger } from 'contract/sequences'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card, Row, Stack } from '../../ui/layout.tsx'
import { FieldProblem, Help, Title, textsOf } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { RemoveButton } from '../lists/row-buttons.tsx'
import { BlockList } from './BlockList.tsx'
import { CHANNELS } from './letter-form.ts'
import { blocksOf, placesOf, type StepForm, stepProblem } from './sequence-form.ts'
import { placeHelp, TemplateFields, type useTemplates } from './TemplateFields.tsx'

type Props = {
  trigger: SequenceTrigger
  templates: ReturnType<typeof useTemplates>
  steps: readonly StepForm[]
  at: number
  showProblem: boolean
  onChange: (step: StepForm) => void
  onRemove: (() => void) | undefined
  /** The step as it is saved, with its results. */
  stored: SequenceStep | undefined
}

/** One letter of a sequence: when it goes out, its subject and its blocks. */
export function StepFields({ trigger, templates, steps, at, showProblem, onChange, onRemove, stored }: Props) {
  const step = steps[at]
  if (!step) return null
  const problem = showProblem ? stepProblem(steps, at) : undefined
  const title = isMessage(trigger) ? 'Message' : `Message ${at + 1}`
  const isOwn = isMessage(trigger) || isNudge(trigger)
  const isWhatsapp = step.channel === 'whatsapp'
  const places = placesOf(trigger)
  // The days of a nudge are the delay of its first letter.
  const hasDelay = !isMessage(trigger) && !(isNudge(trigger) && at === 0 && step.after === '0')
  return (
    <Card padded asChild>
      <section aria-label={title}>
        <Row mb="3">
          <Title flex="1">{title}</Title>
          {stored && stored.results.sent > 0 && <Help>{stored.results.sent.toLocaleString('en-IN')} sent</Help>}
          {onRemove && <RemoveButton name={title.toLowerCase()} onRemove={onRemove} />}
        </Row>
        <Stack gap="4">
          {hasDelay && <Delay step={step} onChange={onChange} />}
          {!isMessage(trigger) && (templates.length > 0 || isWhatsapp) && (
            <Segments
              label={`Channel of message ${at + 1}`}
              value={step.channel}
              onChange={(channel) => onChange({ ...step, channel })}
              options={CHANNELS}
            />
          )}
          {isWhatsapp ? (
            <TemplateFields
              templates={templates}
              value={step.template}
              onChange={(template) => onChange({ ...step, template })}
              error={problem}
              places={isOwn ? places : undefined}
              withBubble
            />
          ) : (
            <Words trigger={trigger} step={step} onChange={onChange} showProblem={showProblem} />
          )}
          {problem && !isWhatsapp && <FieldProblem>{problem}</FieldProblem>}
        </Stack>
      </section>
    </Card>
  )
}

type PartProps = { step: StepForm; onChange: (step: StepForm) => void }

function Delay({ step, onChange }: PartProps) {
  const text = textsOf(step, onChange)
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0,8rem) minmax(0,10rem)" gap="3">
      <Field label="After" type="number" inputMode="numeric" min={0} {...text('after')} />
      <Field as="select" label="Unit" {...text('unit')}>
        <option value="minutes">Minutes</option>
        <option value="hours">Hours</option>
        <option value="days">Days</option>
      </Field>
    </chakra.div>
  )
}

function Words({
  trigger,
  step,
  onChange,
  showProblem,
}: PartProps & { trigger: SequenceTrigger; showProblem: boolean }) {
  return (
    <>
      <Field
        label="Subject"
        required
        maxLength={150}
        {...textsOf(step, onChange)('subject')}
        error={showProblem && step.subject.trim() === '' ? 'Subject is required' : undefined}
      />
      <BlockList
        blocks={step.blocks}
        onChange={(blocks) => onChange({ ...step, blocks })}
        showProblems={showProblem}
        kinds={blocksOf(trigger)}
        textHelp={placeHelp(placesOf(trigger))}
      />
    </>
  )
}
