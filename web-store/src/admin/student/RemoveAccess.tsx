import { adminApi } from '../host/admin-api.ts'
import { confirmDialog } from '../kit/use-act.tsx'
import { nameOf } from '../users/user.ts'
import { alsoRead, type Course, type Page } from './student.queries.ts'

type Access = { user: Page['user']; course: Course }

const isPaid = ({ source: { kind } }: Course) => kind === 'order' || kind === 'gift'

/** Asks before a student loses a course, then removes the access. Progress, notes and certificates stay. */
export default confirmDialog(adminApi.enrolments.take, {
  of: ({ user: { email }, course }: Access) => ({
    course_ids: [course.course_id],
    people: [{ email, phone: null, name: null }],
    paid: isPaid(course),
  }),
  confirm: ({ user, course }) => ({
    title: `Remove ${course.course_name} from ${nameOf(user)}?`,
    label: 'Remove access',
    text: (
      <>
        {isPaid(course) && <p>It was paid for, and removing it pays nothing back. To pay it back, refund its order.</p>}
        <p>Progress, notes and certificates stay.</p>
      </>
    ),
  }),
  done: (_, { course }) => ['Access removed', course.course_name],
  failed: 'Access not removed',
  also: alsoRead,
})
