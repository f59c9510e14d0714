import type { Breach } from 'contract/breaches/breaches'
import { useState } from 'react'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, GroupLabel, Help, Two } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminClient } from '../host/admin-api.ts'
import { useSegments } from '../users/segments.queries.ts'
import { AS_STORED, fieldOf, parseBreach, READ, type ReadField, TEXTS, type Typed, typedOf } from './breach-form.ts'
import { useBreachRefresh } from './breaches.queries.ts'

/** The form of a breach; a new one without it. Everything but title, moment and people can follow later. */
export default function BreachDialog({ breach, onClose }: { breach: Breach | undefined; onClose: () => void }) {
  const refresh = useBreachRefresh()
  const saved = useSegments() ?? []
  const [begun] = useState(() => typedOf(breach, shopNow()))
  const form = useActionForm({
    name: `breach:${breach?.breach_id ?? 'new'}`,
    begun,
    parse: (typed: Typed) => {
      const parsed = parseBreach(typed, breach, saved)
      if (parsed.success) return parsed
      const issues = parsed.error.issues.map(({ path, message }) => ({ path: [fieldOf(path, typed.kind)], message }))
      return { success: false as const, error: { issues } }
    },
    send: (body) =>
      breach
        ? adminClient.breaches.update({ params: { breach_id: breach.breach_id }, body })
        : adminClient.breaches.add(body),
    failed: 'The breach was not saved',
    fallback: 'Please try again.',
    onDone: async ({ message }) => {
      toast.success(message)
      onClose()
      await refresh()
    },
  })
  const { kind } = form.values
  const fixed = breach?.notice.begun_at != null
  const text = (name: keyof typeof TEXTS, rows = 3) => (
    <Field as="textarea" label={TEXTS[name]} rows={rows} maxLength={4_000} {...form.field(name)} />
  )
  const read = (language: 'hi' | 'mr') =>
    (Object.keys(READ) as ReadField[]).map((field) => (
      <Field
        key={field}
        as="textarea"
        label={READ[field]}
        rows={2}
        maxLength={4_000}
        {...form.field(`${language}_${field}`)}
      />
    ))
  return (
    <Dialog
      open
      onClose={onClose}
      title={breach ? 'The breach' : 'Report a breach'}
      size="wide"
      footer={
        <Button type="submit" form="breach" busy={form.isPending} busyText="Saving...">
          {breach ? 'Save' : 'Report'}
        </Button>
      }
    >
      <chakra.form method="post" id="breach" noValidate display="grid" gap="4.5" onSubmit={form.submit}>
        {!breach && (
          <Help>Title, moment and people are enough for now. The clocks run from the moment anybody of you knew.</Help>
        )}
        <Field label="Title" required maxLength={120} {...form.field('title')} />
        <Two>
          <Field label="Known since (Indian time)" required type="datetime-local" {...form.field('known_at')} />
          <Field label={TEXTS.found_by} maxLength={120} {...form.field('found_by')} />
        </Two>
        <chakra.div display="grid" gap="3">
          <GroupLabel
            id="breach-people"
            help={fixed ? 'Their emails have begun: the people stay as they are.' : 'Everybody whose data it may be.'}
          >
            People
          </GroupLabel>
          {!fixed && (
            <Segments
              label="People"
              value={kind}
              onChange={(next) => form.put({ kind: next })}
              options={[
                ['all', 'All students'],
                ['segment', 'A segment'],
                ['emails', 'A list of emails'],
              ]}
            />
          )}
          {kind === 'segment' && (
            <Field as="select" label="Segment" required aria-disabled={fixed} {...form.field('segment')}>
              <option value="">Choose a segment</option>
              {breach?.people.kind === 'segment' && <option value={AS_STORED}>{breach.people.name}</option>}
              {!fixed &&
                saved.map(({ segment_id, name, people }) => (
                  <option key={segment_id} value={segment_id}>
                    {name} ({people})
                  </option>
                ))}
            </Field>
          )}
          {kind === 'emails' && (
            <Field
              as="textarea"
              label="Email addresses"
              required
              rows={4}
              readOnly={fixed}
              spellCheck={false}
              help="One a line, at most 1,000."
              {...form.field('emails')}
            />
          )}
        </chakra.div>
        <Two>
          <Field label={TEXTS.happened} maxLength={300} {...form.field('happened')} />
          <Field label={TEXTS.place} maxLength={300} {...form.field('place')} />
        </Two>
        {text('nature')}
        <Two>
          {text('data')}
          {text('extent')}
        </Two>
        <Two>
          {text('consequences')}
          {text('done')}
        </Two>
        {text('to_do')}
        <Two>
          {text('cause')}
          {text('who')}
        </Two>
        {text('prevention')}
        <details>
          <chakra.summary cursor="pointer" fontWeight="550" minH="11" py="2.5">
            Words for people in Hindi and Marathi
          </chakra.summary>
          <Two>
            <chakra.div display="grid" gap="3">
              <GroupLabel id="breach-hi">Hindi</GroupLabel>
              {read('hi')}
            </chakra.div>
            <chakra.div display="grid" gap="3">
              <GroupLabel id="breach-mr">Marathi</GroupLabel>
              {read('mr')}
            </chakra.div>
          </Two>
        </details>
        {breach && (
          <Field
            as="textarea"
            label="False alarm"
            rows={2}
            maxLength={1_000}
            help="Only if it was no breach after all: write why. The clocks stop, and the record stays."
            {...form.field('false_alarm')}
          />
        )}
        {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      </chakra.form>
    </Dialog>
  )
}
