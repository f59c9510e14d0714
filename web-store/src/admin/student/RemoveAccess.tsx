import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminClient } from '../host/admin-api.ts'
import { nameOf } from '../users/user.ts'
import { type Course, type Page, useStudentRefresh } from './student.queries.ts'

type Props = { user: Page['user']; course: Course; onClose: () => void }

/** Asks before a student loses a course, then removes the access. Progress, notes and certificates stay. */
export default function RemoveAccess({ user, course, onClose }: Props) {
  const refresh = useStudentRefresh()
  const { course_id, course_name, source } = course
  const isPaid = source.kind === 'order' || source.kind === 'gift'
  const remove = useSubmission({
    mutationFn: () =>
      adminClient.enrolments.take({
        course_ids: [course_id],
        people: [{ email: user.email, phone: null, name: null }],
        paid: isPaid,
      }),
    onSuccess: () => {
      onClose()
      toast.success('Access removed', { description: course_name })
    },
    onError: (error) => {
      onClose()
      toast.error('Access not removed', { description: errorText(error, 'Please try again.') })
    },
    onSettled: refresh,
  })
  return (
    <ConfirmDialog
      open
      title={`Remove ${course_name} from ${nameOf(user)}?`}
      confirmLabel="Remove access"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {isPaid && <p>It was paid for, and removing it pays nothing back. To pay it back, refund its order.</p>}
      <p>Progress, notes and certificates stay.</p>
    </ConfirmDialog>
  )
}
