import { useMutation, useQuery } from '@tanstack/react-query'
import { MOST_LINES } from 'contract/enrolments'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { errorText, isAuthError } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { countText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Card } from '../../ui/layout.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { TextLink } from '../../ui/text.tsx'
import { CoursePicks, type PickedCourse } from '../forms/CoursePicks.tsx'
import { chosenCourseQuery } from '../forms/CourseSelect.tsx'
import { Choice, FieldProblem, Help } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { TableFile } from '../forms/TableFile.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { ErrorState } from '../shell/ErrorState.tsx'
import { TabHead } from '../shell/TabHead.tsx'
import { useStudentsAnew } from '../student/student.queries.ts'
import { PlanView } from './PlanView.tsx'
import { type Action, isToDo, type Outcome, runPlan } from './run-plan.ts'

type Typed = { action: Action; picked: PickedCourse[]; text: string; mail: boolean; paid: boolean; until: string }

/** Returns true if a table has a column that names courses. */
const namesCourses = (text: string) =>
  /(^|[,;\t"])\s*courses?( ids?)?\s*"?([,;\t]|$)/i.test(text.trimStart().split(/\r?\n/)[0] ?? '')

/** Gives courses by hand or takes them back, for one student or a whole list: first what would happen, then one press does it. */
export default function EnrolTab() {
  const [search] = useSearchParams()
  const { data: course, error, isLoading, refetch } = useQuery(chosenCourseQuery(search.get('course_id') ?? ''))
  if (isLoading) return <Loading minH="240px" />
  if (error && !course)
    return <ErrorState title="Failed to load the course" error={error} onRetry={() => void refetch()} />
  return <Enrol who={search.get('who') ?? ''} course={course} />
}

function Enrol({ who, course }: { who: string; course: PickedCourse | undefined }) {
  const anew = useStudentsAnew()
  const [asked, setAsked] = useState(false)
  const [done, setDone] = useState(0)
  // The list that was looked at last is the one that counts.
  const plan = useMutation({
    mutationFn: ({ action, picked, text }: Typed) =>
      adminClient.enrolments.plan({ action, course_ids: picked.map(({ course_id }) => course_id), text }),
  })
  const lines = plan.data?.lines
  const todoOf = (typed: Typed) => (lines ?? []).filter(({ state }) => isToDo(state, typed))
  const begun: Typed = {
    ...{ action: 'give', picked: course ? [course] : [], text: who, mail: true, paid: false, until: '' },
  }
  const form = useActionForm({
    ...{ name: `enrol:${course?.course_id ?? who}`, begun, onDone: anew, onFailed: anew },
    send: (sent: Typed) => runPlan(todoOf(sent), sent, setDone),
    stored: (_, sent) => sent,
    ...{ failed: 'Enrolment by hand stopped', fallback: 'Please try again.' },
  })
  const { action, picked, text } = form.values
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
    setAsked(true)
    if ((picked.length === 0 && !namesCourses(text)) || text.trim() === '' || plan.isPending || form.isPending) return
    form.reset()
    setDone(0)
    plan.mutate(form.values)
  }
  return (
    <>
      {course ? (
        <TextLink to={adminPaths.tab('coursestudents', { course_id: course.course_id })}>Back to the course</TextLink>
      ) : (
        <TextLink to={adminPaths.tab('users')}>Back to Users</TextLink>
      )}
      <chakra.div mt="2">
        <TabHead title="Enrol by hand" />
      </chakra.div>
      <chakra.div
        display="grid"
        gap="5"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,5fr) minmax(0,7fr)' }}
      >
        <Card padded asChild>
          {/* Progress is shown here: the form is locked until it ends. */}
          <chakra.form inert={form.isPending} noValidate display="grid" gap="4.5" onSubmit={submit}>
            <Segments
              label="What to do"
              value={action}
              onChange={(next) => change({ action: next })}
              options={[
                ['give', 'Give access'],
                ['take', 'Remove access'],
              ]}
            />
            <CoursePicks
              picked={picked}
              onChange={(next) => change({ picked: next })}
              error={asked && picked.length === 0 && !namesCourses(text) ? 'Choose a course' : undefined}
            />
            <Field
              as="textarea"
              label="Students"
              minH="10rem"
              placeholder={'asha@example.com\nRavi Kumar, ravi@example.com, 98765 43210'}
              help={`One student a line: email, phone, name. Or choose a CSV file, up to ${MOST_LINES.toLocaleString('en-IN')} lines; add a Courses column to give different courses.`}
              value={text}
              onChange={(event) => change({ text: event.target.value })}
              error={asked && text.trim() === '' ? 'Paste at least one email or phone' : undefined}
            />
            <TableFile onText={(read) => read !== undefined && change({ text: read })} />
            <Button type="submit" variant={lines ? 'outline' : 'solid'} busy={plan.isPending} busyText="Checking...">
              Check what will happen
            </Button>
            {plan.error && !isAuthError(plan.error) && (
              <FieldProblem>{errorText(plan.error, 'The list could not be checked. Please try again.')}</FieldProblem>
            )}
          </chakra.form>
        </Card>
        <chakra.div display="grid" gap="4" minW="0" aria-live="polite">
          {!lines && <Help>Nothing is changed until you have seen what will happen to each line.</Help>}
          {lines && (
            <>
              <Card padded display="grid" gap="3">
                {action === 'give' && (
                  <Field
                    label="Access until"
                    optional
                    type="date"
                    maxW="56"
                    help="The last day. Leave empty for no end."
                    {...form.field('until')}
                  />
                )}
                {action === 'give' ? (
                  <Choice>
                    <input type="checkbox" {...form.box('mail')} />
                    Email everyone who gets a course; new and unconfirmed accounts get a password
                  </Choice>
                ) : (
                  <Choice>
                    <input type="checkbox" {...form.box('paid')} />
                    Also remove courses that were paid for; nothing is refunded
                  </Choice>
                )}
                <Button
                  justifySelf="start"
                  colorPalette={action === 'take' ? 'danger' : 'action'}
                  disabled={todo.length === 0 || form.data !== undefined}
                  busy={form.isPending}
                  busyText={action === 'give' ? 'Enrolling...' : 'Removing...'}
                  onClick={() => form.submit()}
                >
                  {action === 'give' ? 'Enrol' : 'Remove access of'} {countText(todo.length, 'student')}
                </Button>
                {form.isPending && (
                  <ProgressBar percent={Math.floor((100 * done) / Math.max(1, todo.length))} label="Students done" />
                )}
                {form.problem && (
                  <FieldProblem>
                    Stopped after {done} of {todo.length}. {form.problem} What is done stays, and doing it again changes
                    only the rest.
                  </FieldProblem>
                )}
                {form.data && <EnrolOutcome outcome={form.data} action={action} />}
              </Card>
              <PlanView lines={lines} />
            </>
          )}
        </chakra.div>
      </chakra.div>
    </>
  )
}

function EnrolOutcome({
  outcome: { changed, waiting, accounts, same, refused },
  action,
}: {
  outcome: Outcome
  action: Action
}) {
  const did = action === 'give' ? 'enrolled' : 'no longer enrolled'
  return (
    <chakra.div role="status">
      <chakra.p fontWeight="600">
        {countText(changed, 'student')} {did}
        {accounts > 0 && `, ${countText(accounts, 'account')} made`}.
      </chakra.p>
      {waiting > 0 && (
        <Help>
          {countText(waiting, 'student')} waiting for email confirmation: access starts once they log in with the
          password of our email, or confirm the address.
        </Help>
      )}
      {same > 0 && <Help>{countText(same, 'student')} unchanged.</Help>}
      {refused.map(({ who, reason }) => (
        <FieldProblem key={who}>
          {who}: {reason}
        </FieldProblem>
      ))}
    </chakra.div>
  )
}
