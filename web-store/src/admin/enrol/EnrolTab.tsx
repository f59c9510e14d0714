import { useQuery } from '@tanstack/react-query'
import { phoneDigits } from 'contract/email-and-phone'
import { type ClipboardEvent, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Card } from '../../ui/layout.tsx'
import { TextLink } from '../../ui/text.tsx'
import { CoursePicks, type PickedCourse } from '../forms/CoursePicks.tsx'
import { chosenCourseQuery } from '../forms/CourseSelect.tsx'
import { Choice, FieldProblem, Help, Two } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { consoleDrafts, useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { useStudentRefresh } from '../student/student.queries.ts'
import { tabPath } from '../tabs/tab-path.ts'
import { PASTED } from './pasted.ts'
import { TakeAway } from './TakeAway.tsx'

/** Gives one person courses, or takes courses back from a list. A list of people who get courses is moved in. */
export default function EnrolTab() {
  const [search] = useSearchParams()
  /** Students that were marked in a list, to lose a course. */
  const listed: string | undefined = useLocation().state?.take
  const [action, setAction] = useState<'give' | 'take'>(listed === undefined ? 'give' : 'take')
  const courseId = search.get('course_id') ?? ''
  const { data: course, error, isLoading, refetch } = useQuery(chosenCourseQuery(courseId))
  if (isLoading) return <Loading minH="240px" />
  if (error && !course)
    return <ErrorState title="Failed to load the course" error={error} onRetry={() => void refetch()} />
  const who = search.get('who') ?? ''
  return (
    <>
      {course ? (
        <TextLink to={adminPaths.tab('coursestudents', { course_id: course.course_id })}>Back to the course</TextLink>
      ) : (
        <TextLink to={adminPaths.tab('users')}>Back to Students</TextLink>
      )}
      <chakra.div mt="2">
        <TabHead title="Give access" />
      </chakra.div>
      <chakra.div maxW={{ md: '360px' }} mb="4.5">
        <Segments
          label="What to do"
          value={action}
          onChange={setAction}
          options={[
            ['give', 'Give access'],
            ['take', 'Remove access'],
          ]}
        />
      </chakra.div>
      {action === 'give' ? <GiveOne who={who} course={course} /> : <TakeAway who={listed ?? who} course={course} />}
    </>
  )
}

const blank = { email: '', phone: '', name: '', until: '', mail: true }
type Typed = typeof blank & { picked: PickedCourse[] }

/** More than one person: further lines, cells of a table, or a second address. */
const isList = (text: string) => /[\r\n\t]/.test(text.trim()) || text.split('@').length > 2

/** Gives courses to one person; a list that is pasted here is moved in. */
function GiveOne({ who, course }: { who: string; course: PickedCourse | undefined }) {
  const refresh = useStudentRefresh()
  const navigate = useNavigate()
  const isEmail = who.includes('@')
  const begun: Typed = {
    ...blank,
    email: isEmail ? who : '',
    phone: isEmail ? '' : who,
    picked: course ? [course] : [],
  }
  const form = useActionForm({
    name: `enrol:${course?.course_id ?? who}`,
    begun,
    check: ({ email, phone, picked }) => ({
      email: email.trim() || phone.trim() ? undefined : 'Type an email or a phone',
      picked: picked.length > 0 ? undefined : 'Choose a course',
    }),
    send: async ({ email, phone, name, until, mail, picked }: Typed) => {
      const person = { email: email.trim() || null, phone: phone.trim() || null, name: name.trim() || null }
      const course_ids = picked.map(({ course_id }) => course_id)
      const done = await adminClient.enrolments.give({ course_ids, people: [person], mail, ...(until && { until }) })
      return { ...done, who: person.name ?? person.email ?? person.phone ?? '' }
    },
    stored: ({ refused }, sent) => (refused.length > 0 ? sent : { ...sent, email: '', phone: '', name: '' }),
    onDone: refresh,
    failed: 'Access was not given',
    fallback: 'Please try again.',
  })
  const { picked } = form.values
  const holder = usePhoneHolder(form.values)
  const listPath = tabPath('movein', {
    from: 'paste',
    ...(picked.length === 1 && picked[0] && { course_id: picked[0].course_id }),
  })
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!listPath || !isList(text)) return
    event.preventDefault()
    consoleDrafts.keep(PASTED, text)
    navigate(listPath)
  }
  return (
    <Card padded asChild maxW="720px">
      <chakra.form method="post" noValidate inert={form.isPending} display="grid" gap="4.5" onSubmit={form.submit}>
        <Two onPaste={onPaste}>
          <Field label="Email" type="email" autoComplete="off" {...form.field('email')} />
          <Field label="Phone" optional type="tel" autoComplete="off" help={holder} {...form.field('phone')} />
        </Two>
        <Field label="Name" optional autoComplete="off" {...form.field('name')} />
        <CoursePicks picked={picked} onChange={(next) => form.put({ picked: next })} error={form.errorOf('picked')} />
        <Field
          label="Access until"
          optional
          type="date"
          maxW="224px"
          help="The last day. Leave empty for no end."
          {...form.field('until')}
        />
        <Choice>
          <input type="checkbox" {...form.box('mail')} />
          Send an email; a new or unconfirmed account gets a password
        </Choice>
        {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
        <chakra.div role="status">{form.data && <Outcome {...form.data} />}</chakra.div>
        <Button type="submit" justifySelf="start" busy={form.isPending} busyText="Giving access...">
          Give access
        </Button>
        {listPath && (
          <Help>
            Several people?{' '}
            <chakra.span asChild color="action.fg" fontWeight="550" textDecoration="underline">
              <Link to={listPath}>Paste a list</Link>
            </chakra.span>{' '}
            or{' '}
            <chakra.span asChild color="action.fg" fontWeight="550" textDecoration="underline">
              <Link to={tabPath('movein') ?? ''}>bring a file</Link>
            </chakra.span>
            .
          </Help>
        )}
      </chakra.form>
    </Card>
  )
}

/** Nothing proves a phone, so whoever gives by it sees whose account it is. */
function usePhoneHolder({ email, phone }: Pick<Typed, 'email' | 'phone'>): string | undefined {
  const digits = phoneDigits(phone)
  const requested = email.trim() === '' && digits.length >= 10
  const input = { q: digits.slice(-10), limit: '1' }
  const { data } = useQuery({ ...adminApi.users.list.queryOptions({ input }), enabled: requested })
  if (!requested || !data) return undefined
  const [account] = data
  return account ? `Account of ${account.name}, ${account.email}` : 'No account has this phone: type an email'
}

type Grant = Awaited<ReturnType<typeof adminClient.enrolments.give>> & { who: string }

function Outcome({ who, given, waiting, accounts, refused }: Grant) {
  const [problem] = refused
  if (problem) return <FieldProblem>{problem.reason}</FieldProblem>
  return (
    <chakra.p fontWeight="600" overflowWrap="anywhere">
      {given > 0 && `${who} has access now${accounts > 0 ? ', and a new account' : ''}.`}
      {given === 0 &&
        waiting > 0 &&
        `${who} is waiting for email confirmation: access starts once the address is confirmed.`}
      {given === 0 && waiting === 0 && `${who} has access already.`}
    </chakra.p>
  )
}
