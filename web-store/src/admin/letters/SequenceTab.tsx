import { isMessage, isNudge, MOST_NUDGES, type Sequence, SequenceTrigger } from 'contract/sequences'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { CourseSelect } from '../forms/CourseSelect.tsx'
import { Choice, FieldProblem, Help, Two } from '../forms/form-parts.tsx'
import { SaveBar } from '../forms/SaveBar.tsx'
import { stepOnEnter } from '../forms/step-on-enter.ts'
import { useActionForm } from '../forms/use-action-form.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useIsOwner } from '../host/me.queries.ts'
import { Loaded } from '../kit/loaded.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { StepFields } from './StepFields.tsx'
import {
  gapOf,
  newSequence,
  nextStep,
  parseSequence,
  sequenceFormOf,
  triggers,
  triggersOf,
  withTrigger,
} from './sequence-form.ts'
import { useSequences, useStoreSequence } from './sequences.queries.ts'
import { useTemplates } from './TemplateFields.tsx'

/** Writes letters that follow an event by themselves. */
export default function SequenceTab() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const query = useSequences()
  const find = (all: Sequence[] | undefined) => all?.find(({ sequence_id }) => sequence_id === id)
  return (
    <>
      <TabHead
        title={find(query.data)?.name ?? 'Automatic emails'}
        back={{ to: adminPaths.tab('letters'), label: 'Emails' }}
      />
      <Loaded query={id ? query : { ...query, data: [] }} failed="Failed to load the automatic emails" height="320px">
        {(all) =>
          id && !find(all) ? (
            <p>There are no such automatic emails.</p>
          ) : (
            <SequenceForm
              key={id || search.get('trigger')}
              sequence={find(all)}
              trigger={SequenceTrigger.safeParse(search.get('trigger')).data ?? 'purchase'}
            />
          )
        }
      </Loaded>
    </>
  )
}

type Props = { sequence: Sequence | undefined; trigger: SequenceTrigger }

function SequenceForm({ sequence, trigger }: Props) {
  const navigate = useNavigate()
  const store = useStoreSequence()
  const [begun] = useState(() => (sequence ? sequenceFormOf(sequence) : newSequence(trigger)))
  const form = useActionForm({
    name: `sequence:${sequence?.sequence_id ?? trigger}`,
    begun,
    parse: parseSequence,
    send: (body) =>
      sequence
        ? adminClient.sequences.update({ params: { id: sequence.sequence_id }, body })
        : adminClient.sequences.create({ body }),
    stored: (saved) => sequenceFormOf(saved),
    failed: 'The automatic emails were not saved',
    fallback: 'The automatic emails could not be saved. Please try again.',
    onDone: (saved, { here }) => {
      store(saved)
      toast.success(saved.active ? 'Saved, and on for what happens from now' : 'Saved')
      if (!sequence && here) navigate(adminPaths.tab('sequence', { id: saved.sequence_id }), { replace: true })
    },
  })
  const { values, put } = form
  const templates = useTemplates()
  const shown = triggersOf(templates.length > 0)
  const isOwner = useIsOwner()
  const isLocked = !isOwner && sequence?.active === true
  const putStep = (at: number, step: (typeof values.steps)[number]) => put({ steps: values.steps.with(at, step) })
  return (
    <chakra.form
      method="post"
      noValidate
      display="grid"
      gap="4"
      maxW="860px"
      onSubmit={form.submit}
      onKeyDown={stepOnEnter}
    >
      {isLocked && <p>These emails are on. An owner changes them, or switches them off first.</p>}
      <Card padded display="grid" gap="4">
        <Two>
          <Field label="Name" required maxLength={100} {...form.field('name')} />
          <Field
            as="select"
            label="Starts with"
            {...form.field('trigger')}
            onChange={({ target }) => put(withTrigger(values, target.value as SequenceTrigger))}
            help={`${triggers[values.trigger].begins}. ${triggers[values.trigger].ends}`}
          >
            {[...new Set([...shown, values.trigger])].map((one) => (
              <option key={one} value={one}>
                {triggers[one].title}
              </option>
            ))}
          </Field>
        </Two>
        {isNudge(values.trigger) && (
          <Field
            label={values.trigger === 'quiet' ? 'Days without a lesson' : 'Days after access'}
            type="number"
            inputMode="numeric"
            min={1}
            max={180}
            maxW="10rem"
            {...form.field('days')}
            help="A person gets one reminder a week over all courses, and two about a course."
          />
        )}
        {values.trigger !== 'registered' && !isMessage(values.trigger) && (
          <CourseSelect
            label="Course"
            first="Any course"
            value={values.course_id}
            onChange={(course_id) => put({ course_id })}
          />
        )}
        {isOwner && (
          <Choice>
            <input type="checkbox" {...form.box('active')} />
            <span>
              On
              <Help as="span" display="block">
                It begins with what happens from the moment you save. Switched off, it ends for everybody who is in it.
              </Help>
            </span>
          </Choice>
        )}
      </Card>
      {values.steps.map((step, at) => (
        <StepFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a new step has no other name, and steps keep their order
          key={at}
          trigger={values.trigger}
          templates={templates}
          steps={values.steps}
          at={at}
          showProblem={form.errorOf('steps') !== undefined}
          onChange={(next) => putStep(at, next)}
          onRemove={values.steps.length > 1 ? () => put({ steps: values.steps.toSpliced(at, 1) }) : undefined}
          stored={sequence?.steps.find(({ step_id }) => step_id === step.step_id)}
        />
      ))}
      {!isMessage(values.trigger) && !(isNudge(values.trigger) && values.steps.length >= MOST_NUDGES) && (
        <Button
          variant="outline"
          justifySelf="start"
          onClick={() => put({ steps: [...values.steps, nextStep(values.steps, gapOf(values.trigger))] })}
        >
          Add a message
        </Button>
      )}
      <Help>Messages go out from 9 am to 9 pm in India. What falls into the night goes out at 9 am.</Help>
      <chakra.div h="24" aria-hidden />
      <SaveBar
        problems={form.errorOf('steps') ? 1 : 0}
        wording={form.errorOf('steps') ?? ''}
        storedAt={undefined}
        idle={sequence !== undefined && !form.isChanged && !form.problem}
        rest={form.isChanged ? 'Your changes are not saved yet' : sequence ? 'Saved' : ''}
      >
        {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
        <WaitingButton
          type="submit"
          waitsFor={
            isLocked
              ? 'Ask an owner to change what is on'
              : sequence !== undefined && !form.isChanged && 'Change something first'
          }
          busy={form.isPending}
          busyText="Saving..."
        >
          Save
        </WaitingButton>
      </SaveBar>
    </chakra.form>
  )
}
