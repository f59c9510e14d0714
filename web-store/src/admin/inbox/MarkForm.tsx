import { useQueryClient } from '@tanstack/react-query'
import type { AdminHandInDetail } from 'contract/assignments/hand-ins'
import { pointsText } from 'contract/assignments/work-points'
import { useRef, useState } from 'react'
import { MarkedRubric } from '../../shared/work/MarkedRubric.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field, Input, Select } from '../../ui/Field.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { FieldProblem, Muted } from '../forms/form-parts.tsx'
import { typedNumber } from '../forms/typed-number.ts'
import { consoleDrafts } from '../forms/use-action-form.ts'
import { adminApi } from '../host/admin-api.ts'
import { useUnsaved } from '../host/unsaved.ts'
import { useAct } from '../kit/use-act.tsx'
import { CopyText } from '../lists/CopyText.tsx'
import { workQuery } from './inbox.queries.ts'
import { By, MessageBox } from './message-box.tsx'

const Line = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0,1fr) auto',
    gap: '3',
    alignItems: 'center',
    overflowWrap: 'anywhere',
  },
})

/** `days`: until a new try is due; empty without an end. */
type Typed = { typed: Record<string, string>; feedback: string; days: string }

const storedMark = ({ marks, feedback, again_days }: AdminHandInDetail): Typed => ({
  typed: Object.fromEntries((marks ?? []).map(({ criterion_id, given }) => [criterion_id, String(given)])),
  feedback: feedback ?? '',
  days: again_days === null ? '' : String(again_days),
})

/** Parses the typed mark of a criterion; undefined if it is no valid mark. */
function markOf(typed: string | undefined, points: number | null): number | undefined {
  if (!typed || !/^\d{1,3}$/.test(typed)) return undefined
  return Number(typed) <= (points ?? 1) ? Number(typed) : undefined
}

/** Marks work by its rubric, with feedback to the student. For work that can no longer be marked, it shows the unsent feedback. */
export function MarkForm({ work }: { work: AdminHandInDetail }) {
  const { hand_in_id: id, criteria, status, marked_at, name, superseded } = work
  const queries = useQueryClient()
  const stored = storedMark(work)
  /** The typed mark, and the time of the mark that it began with; undefined while nothing is typed. */
  const [own, setOwn] = consoleDrafts.useDraft<Typed & { began: string | null }>(`mark:${id}`)
  const { typed, feedback, days } = { ...stored, ...own }
  const change = (next: Partial<Typed>) => setOwn({ typed, feedback, days, began: marked_at, ...own, ...next })
  useUnsaved(`mark:${id}`, JSON.stringify({ typed, feedback, days }) !== JSON.stringify(stored))
  const [requested, setRequested] = useState<'accepted' | 'again'>()
  const input = criteria.map((one) => ({ ...one, given: markOf(typed[one.criterion_id], one.points) }))
  const unmarked = input.filter((one) => one.given === undefined)
  const overMost = input.some((one) => one.given === undefined && typed[one.criterion_id])
  const badMarks = requested === 'accepted' ? unmarked.length > 0 : requested === 'again' && overMost
  const badDays = days.trim() !== '' && !(Number(days) >= 1 && Number(days) <= 3650 && /^\d+$/.test(days.trim()))
  const noWords = requested === 'again' && feedback.trim() === ''
  const save = useAct(adminApi.assignments.mark, {
    of: ({ accepted }: { accepted: boolean; sent: typeof own }) => ({
      params: { id },
      body: {
        accepted,
        marks: input.flatMap(({ criterion_id, given: mark }) =>
          mark === undefined ? [] : { criterion_id, given: mark },
        ),
        feedback: feedback.trim() || null,
        again_days: typedNumber(days),
        seen: marked_at,
      },
    }),
    done: ({ status: next }) => [
      next === 'accepted' ? 'Assignment accepted' : 'Asked to resubmit',
      `${name} is notified by email and in the lesson`,
    ],
    failed: 'Failed to mark the assignment',
    onDone: (saved, { sent }) => {
      queries.setQueryData(workQuery(id).queryKey, saved)
      // Later input is not sent yet.
      setOwn((now) => (now && now !== sent ? { ...now, began: saved.marked_at } : undefined))
    },
  })
  const form = useRef<HTMLFormElement>(null)
  const send = (next: 'accepted' | 'again') => {
    setRequested(next)
    const refused = next === 'again' ? overMost || badDays || feedback.trim() === '' : unmarked.length > 0
    if (refused) return requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
    save.run({ accepted: next === 'accepted', sent: own })
  }
  if (superseded) return own && feedback.trim() && <NotSent words={feedback} />
  const points = unmarked.length === 0 && pointsText(input.map((one) => ({ ...one, given: one.given ?? 0 })))
  return (
    <chakra.form
      method="post"
      ref={form}
      display="grid"
      gap="4"
      noValidate
      aria-label="Mark"
      onSubmit={(event) => event.preventDefault()}
    >
      {own && own.began !== marked_at && work.marks && (
        <Stack as="section" gap="2" aria-label="Marks of someone else">
          <p>Someone else marked this assignment after you began. What you typed is below.</p>
          <MarkedRubric label="Their marks" criteria={work.marks} />
          {work.feedback && <MessageBox>{work.feedback}</MessageBox>}
        </Stack>
      )}
      {criteria.length > 0 && (
        <Stack gap="2">
          <chakra.h3 textStyle="label">Rubric</chakra.h3>
          <Stack as="ul" gap="2" listStyleType="none" aria-label="Rubric">
            {input.map(({ criterion_id, text, points: most, given: mark }) => {
              const field = {
                'aria-label': most === null ? text : `${text}, of ${most}`,
                'aria-invalid':
                  badMarks && mark === undefined && (requested === 'accepted' || typed[criterion_id])
                    ? true
                    : undefined,
                value: typed[criterion_id] ?? '',
                onChange: ({ target }: { target: { value: string } }) =>
                  change({ typed: { ...typed, [criterion_id]: target.value } }),
              }
              return (
                <Line key={criterion_id}>
                  <span>{text}</span>
                  {most === null ? (
                    <Select w="150px" {...field}>
                      <option value="">Choose</option>
                      <option value="1">Met</option>
                      <option value="0">Not met</option>
                    </Select>
                  ) : (
                    <Row as="span" gap="2" w="150px">
                      <Input w="20" inputMode="numeric" maxLength={3} {...field} />
                      <chakra.span color="fg.muted" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
                        of {most}
                      </chakra.span>
                    </Row>
                  )}
                </Line>
              )
            })}
          </Stack>
          {badMarks && (
            <FieldProblem>
              {requested === 'accepted'
                ? 'Mark each criterion, none above its points.'
                : 'Whole points, none above those of the criterion.'}
            </FieldProblem>
          )}
          {points && <Muted fontVariantNumeric="tabular-nums">{points}</Muted>}
        </Stack>
      )}
      <Field
        as="textarea"
        label={`Feedback to ${name}`}
        optional
        rows={4}
        maxLength={5000}
        help="Required when you ask to resubmit."
        value={feedback}
        error={noWords ? 'Please say what to do better' : undefined}
        onChange={({ target }) => change({ feedback: target.value })}
      />
      <Field
        label="Days to resubmit"
        optional
        inputMode="numeric"
        maxLength={4}
        maxW="150px"
        help="Used when you ask to resubmit, counted from then. Leave empty for no due date."
        value={days}
        error={requested === 'again' && badDays ? 'Must be whole days from 1 to 3650' : undefined}
        onChange={({ target }) => change({ days: target.value })}
      />
      <chakra.div display="flex" flexWrap="wrap" gap="2.5" justifyContent={{ md: 'end' }}>
        <Button variant="outline" busy={save.busy && requested === 'again'} onClick={() => send('again')}>
          Ask to resubmit
        </Button>
        <Button busy={save.busy && requested === 'accepted'} onClick={() => send('accepted')}>
          {status === 'accepted' ? 'Save the mark' : 'Accept the assignment'}
        </Button>
      </chakra.div>
    </chakra.form>
  )
}

const NotSent = ({ words }: { words: string }) => (
  <MessageBox>
    <By>Your feedback, not sent. Copy it for the newer submission.</By>
    {words}
    <chakra.div>
      <CopyText text={words} of="feedback" />
    </chakra.div>
  </MessageBox>
)
