import { useMutation } from '@tanstack/react-query'
import { type LineState, MOST_LINES, PEOPLE_AT_ONCE, type PlannedLine } from 'contract/enrolments'
import { type FormEvent, useState } from 'react'
import { errorText, isAuthError } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { countText } from '../../ui/format.ts'
import { Card, Stack } from '../../ui/layout.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { CoursePicks, type PickedCourse } from '../forms/CoursePicks.tsx'
import { Choice, FieldProblem, Help } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminClient } from '../host/admin-api.ts'
import { useStudentRefresh } from '../student/student.queries.ts'
import { PlanView } from './PlanView.tsx'
import { TableFile } from './TableFile.tsx'

type Typed = { picked: PickedCourse[]; text: string; paid: boolean }

/** Returns true if a table has a column that names courses. */
const namesCourses = (text: string) =>
  /(^|[,;\t"])\s*courses?( ids?)?\s*"?([,;\t]|$)/i.test(text.trimStart().split(/\r?\n/)[0] ?? '')

/** Takes courses back from one student or a whole list: first what would happen, then one press does it. */
export function TakeAway({ who, course }: { who: string; course: PickedCourse | undefined }) {
  const refresh = useStudentRefresh()
  const [requested, setRequested] = useState(false)
  const [done, setDone] = useState(0)
  // The list that was looked at last is the one that counts.
  const plan = useMutation({
    mutationFn: ({ picked, text }: Typed) =>
      adminClient.enrolments.plan({ course_ids: picked.map(({ course_id }) => course_id), text }),
  })
  const lines = plan.data?.lines
  const todoOf = ({ paid }: Typed) => (lines ?? []).filter(({ state }) => isToDo(state, paid))
  const begun: Typed = { picked: course ? [course] : [], text: who, paid: false }
  const form = useActionForm({
    name: `take:${course?.course_id ?? who.slice(0, 100)}`,
    begun,
    onDone: refresh,
    onFailed: refresh,
    send: (sent: Typed) => runPlan(todoOf(sent), sent.paid, setDone),
    stored: (_, sent) => sent,
    failed: 'Removing access stopped',
    fallback: 'Please try again.',
  })
  const { picked, text } = form.values
  const todo = todoOf(form.values)
  // A change discards the preview and the last result.
  const change = (part: Partial<Typed>) => {
    form.put(part)
    plan.reset()
    form.reset()
    setDone(0)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRequested(true)
    if ((picked.length === 0 && !namesCourses(text)) || text.trim() === '' || plan.isPending || form.isPending) return
    form.reset()
    setDone(0)
    plan.mutate(form.values)
  }
  return (
    <Stack
      gap="5"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,5fr) minmax(0,7fr)' }}
    >
      <Card padded asChild>
        {/* Progress is shown here: the form is locked until it ends. */}
        <chakra.form method="post" inert={form.isPending} noValidate display="grid" gap="4.5" onSubmit={submit}>
          <CoursePicks
            picked={picked}
            onChange={(next) => change({ picked: next })}
            error={requested && picked.length === 0 && !namesCourses(text) ? 'Choose a course' : undefined}
          />
          <Field
            as="textarea"
            label="Students"
            minH="10rem"
            placeholder={'asha@example.com\nRavi Kumar, ravi@example.com, 98765 43210'}
            help={`One student a line: email, phone, name. Or choose a CSV file, up to ${MOST_LINES.toLocaleString('en-IN')} lines; add a Courses column to name different courses.`}
            value={text}
            onChange={(event) => change({ text: event.target.value })}
            error={requested && text.trim() === '' ? 'Paste at least one email or phone' : undefined}
          />
          <TableFile onText={(read) => change({ text: read })} />
          <Button type="submit" variant={lines ? 'outline' : 'solid'} busy={plan.isPending} busyText="Checking...">
            Check what will happen
          </Button>
          {plan.error && !isAuthError(plan.error) && (
            <FieldProblem>{errorText(plan.error, 'The list could not be checked. Please try again.')}</FieldProblem>
          )}
        </chakra.form>
      </Card>
      <Stack gap="4" minW="0" aria-live="polite">
        {!lines && <Help>Nothing is changed until you have seen what will happen to each line.</Help>}
        {lines && (
          <>
            <Card padded display="grid" gap="3">
              <Choice>
                <input type="checkbox" {...form.box('paid')} />
                Also remove courses that were paid for; nothing is refunded
              </Choice>
              <WaitingButton
                justifySelf="start"
                colorPalette="danger"
                waitsFor={
                  form.data
                    ? 'Done: change the list to remove more'
                    : todo.length === 0 && 'Nobody on the list has access to remove'
                }
                busy={form.isPending}
                busyText="Removing..."
                onClick={() => form.submit()}
              >
                Remove access of {countText(todo.length, 'student')}
              </WaitingButton>
              {form.isPending && (
                <ProgressBar percent={Math.floor((100 * done) / Math.max(1, todo.length))} label="Students done" />
              )}
              {form.problem && (
                <FieldProblem>
                  Stopped after {done} of {todo.length}. {form.problem} What is done stays, and doing it again changes
                  only the rest.
                </FieldProblem>
              )}
              {form.data && (
                <div role="status">
                  <chakra.p fontWeight="600">{countText(form.data.taken, 'student')} no longer enrolled.</chakra.p>
                  {form.data.same > 0 && <Help>{countText(form.data.same, 'student')} unchanged.</Help>}
                </div>
              )}
            </Card>
            <PlanView lines={lines} />
          </>
        )}
      </Stack>
    </Stack>
  )
}

/** The lines that have an effect. */
const isToDo = (state: LineState, paid: boolean) => state === 'given' || (paid && state === 'paid')

/** Takes courses back, some people at a time, and reports progress. An aborted run leaves its results; a second run does the rest. */
async function runPlan(lines: readonly PlannedLine[], paid: boolean, onProgress: (done: number) => void) {
  const sum = { taken: 0, same: 0 }
  let notified = 0
  for (const part of partsOf(lines)) {
    const people = part.map(({ email, phone, name }) => ({ email, phone, name }))
    const done = await adminClient.enrolments.take({ course_ids: part[0]?.course_ids ?? [], people, paid })
    sum.taken += done.taken
    sum.same += done.had_none
    notified += people.length
    onProgress(notified)
  }
  return sum
}

/** Lines about the same courses, as many as go into one call. */
function partsOf(lines: readonly PlannedLine[]): PlannedLine[][] {
  const groups = Map.groupBy(lines, ({ course_ids }) => course_ids.join(' '))
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / PEOPLE_AT_ONCE) }, (_, n) =>
      group.slice(n * PEOPLE_AT_ONCE, (n + 1) * PEOPLE_AT_ONCE),
    ),
  )
}
