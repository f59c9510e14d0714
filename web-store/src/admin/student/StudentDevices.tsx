import type { StudentPage } from 'contract/students'
import { useState } from 'react'
import type { z } from 'zod'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminClient } from '../host/admin-api.ts'
import { Nothing, Panel, Rows, Small } from './panel.tsx'
import { useStudentRefresh } from './student.queries.ts'

const ConfirmDialog = later(() => import('../../ui/ConfirmDialog.tsx'))

type Page = z.input<typeof StudentPage>

/** Lists the logged-in devices of a student, and logs them out. */
export function StudentDevices({ page: { user, devices } }: { page: Page }) {
  const refresh = useStudentRefresh()
  const [requested, setRequested] = useState(false)
  const end = useSubmission({
    mutationFn: (session_id: string | undefined) =>
      session_id === undefined
        ? adminClient.students.endSessions({ params: { id: user.user_id } })
        : adminClient.students.endSession({ params: { id: user.user_id, session_id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => {
      toast.error('Could not log out', { description: errorText(error, 'Please try again.') })
    },
    onSettled: () => {
      setRequested(false)
      return refresh()
    },
  })
  return (
    <Panel
      title="Devices"
      tools={
        devices.length > 1 && (
          <Button variant="ghost" size="sm" colorPalette="danger" onClick={() => setRequested(true)}>
            Log out everywhere
          </Button>
        )
      }
    >
      {devices.length === 0 && <Nothing>No logged-in devices.</Nothing>}
      <Rows>
        {devices.map(({ session_id, device, last_seen_at }) => (
          <chakra.li key={session_id} display="flex" alignItems="center" gap="3">
            <chakra.div flex="1" minW="0" lineHeight="1.35">
              <chakra.b fontWeight="600" overflowWrap="anywhere">
                {device ?? 'Unknown device'}
              </chakra.b>
              <Small>Last seen {dateTimeText(last_seen_at)}</Small>
            </chakra.div>
            <Button variant="ghost" size="sm" disabled={end.isPending} onClick={() => end.mutate(session_id)}>
              Log out
              <VisuallyHidden>
                {' '}
                of {device ?? 'unknown device'}, last seen {dateTimeText(last_seen_at)}
              </VisuallyHidden>
            </Button>
          </chakra.li>
        ))}
      </Rows>
      {requested && (
        <ConfirmDialog
          open
          title="Log this student out everywhere?"
          confirmLabel="Log out everywhere"
          cancelLabel="Cancel"
          busy={end.isPending}
          onConfirm={() => end.mutate(undefined)}
          onClose={() => setRequested(false)}
        >
          <p>They log in again with their password. Courses and progress stay.</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
