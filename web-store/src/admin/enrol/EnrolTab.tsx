import { useQuery } from '@tanstack/react-query'
import { phoneDigits } from 'contract/email-and-phone'
import { type ClipboardEvent, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Card } from '../../ui/layout.tsx'
import type { PickedCourse } from '../forms/CoursePicks.tsx'
import { chosenCourseQuery } from '../forms/CourseSelect.tsx'
import { FieldProblem, Help } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { consoleDrafts } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { courses, day, email, phone, text, tick } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
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
      <TabHead
        title="Give access"
        back={
          course
            ? { to: adminPaths.tab('coursestudents', { course_id: course.course_id }), label: course.name }
            : { to: adminPaths.tab('users'), label: 'Students' }
        }
      />
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

const fields = {
  email: email('Email', { unmarked: true, own: false }),
  phone: phone('Phone', { optional: true, own: false }),
  name: text('Name', { optional: true, own: false }),
  picked: { ...courses(), sent: (picked: readonly PickedCourse[]) => picked },
  until: day('Access until', { optional: 'absent', help: 'The last day. Leave empty for no end.' }),
  mail: tick('Send an email; a new or unconfirmed account gets a password', { begun: true }),
}

type Person = Record<'email' | 'phone' | 'name', string | null>
type Sent = Person & { picked: readonly PickedCourse[]; until?: string; mail: boolean }

async function give({ picked, until, mail, ...typed }: Sent) {
  const [email = null, phone = null, name = null] = [typed.email, typed.phone, typed.name].map(
    (one) => one?.trim() || null,
  )
  const course_ids = picked.map(({ course_id }) => course_id)
  const people = [{ email, phone, name }]
  const done = await adminClient.enrolments.give({ course_ids, people, mail, ...(until && { until }) })
  return { ...done, who: name ?? email ?? phone ?? '', kept: { ...typed, picked, until, mail } }
}

/** More than one person: further lines, cells of a table, or a second address. */
const isList = (text: string) => /[\r\n\t]/.test(text.trim()) || text.split('@').length > 2

/** Gives courses to one person; a list that is pasted here is moved in. */
function GiveOne({ who, course }: { who: string; course: PickedCourse | undefined }) {
  const refresh = useStudentRefresh()
  const navigate = useNavigate()
  const isEmail = who.includes('@')
  const form = useForm({ call: give, key: adminApi.enrolments.key }, fields, {
    draft: `enrol:${course?.course_id ?? who}`,
    begun: { ...(isEmail ? { email: who } : { phone: who }), picked: course ? [course] : [] },
    check: ({ email, phone, picked }) => ({
      email: email.trim() || phone.trim() ? undefined : 'Type an email or a phone',
      picked: picked.length > 0 ? undefined : 'Choose a course',
    }),
    stored: ({ refused, kept }) => (refused.length > 0 ? kept : { ...kept, email: '', phone: '', name: '' }),
    done: null,
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
    const isPerson = ['email', 'phone'].includes((event.target as HTMLInputElement).name)
    if (!listPath || !isPerson || !isList(text)) return
    event.preventDefault()
    consoleDrafts.keep(PASTED, text)
    navigate(listPath)
  }
  return (
    <Card padded maxW="720px" onPaste={onPaste}>
      <Form
        form={form}
        layout={[['email', 'phone'], 'name', 'picked', 'until', 'mail']}
        more={{ phone: { help: holder } }}
      >
        <div role="status">{form.data && <Outcome {...form.data} />}</div>
        <SaveButton of={form} always justifySelf="start" busyText="Giving access...">
          Give access
        </SaveButton>
        {listPath && (
          <Help>
            Several people?{' '}
            <chakra.span asChild color="action.fg" fontWeight="550" textDecoration="underline">
              <Link to={listPath}>Paste a list</Link>
            </chakra.span>{' '}
            or{' '}
            <chakra.span asChild color="action.fg" fontWeight="550" textDecoration="underline">
              <Link to={tabPath('movein') ?? ''}>upload a file</Link>
            </chakra.span>
            .
          </Help>
        )}
      </Form>
    </Card>
  )
}

/** Nothing proves a phone, so whoever gives by it sees whose account it is. */
function usePhoneHolder({ email, phone }: Record<'email' | 'phone', string>): string | undefined {
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
