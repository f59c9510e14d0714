import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Row } from '../../ui/layout.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useAct } from '../kit/use-act.tsx'
import { Nothing, Panel, Rows, Small } from './panel.tsx'
import type { Page } from './student.queries.ts'

/** Lists the logged-in devices of a student, and logs them out. */
export function StudentDevices({ page: { user, devices } }: { page: Page }) {
  const one = useAct(adminApi.students.endSession, {
    of: (session_id: string) => ({ params: { id: user.user_id, session_id } }),
    failed: 'Could not log out',
  })
  const all = useAct(adminApi.students.endSessions, {
    of: (id: string) => ({ params: { id } }),
    confirm: () => ({
      title: 'Log this student out everywhere?',
      label: 'Log out everywhere',
      cancel: 'Cancel',
      text: 'They log in again with their password. Courses and progress stay.',
    }),
    failed: 'Could not log out',
  })
  return (
    <Panel
      title="Devices"
      tools={
        devices.length > 1 && (
          <Button variant="ghost" size="sm" colorPalette="danger" onClick={() => all.run(user.user_id)}>
            Log out everywhere
          </Button>
        )
      }
    >
      {devices.length === 0 && <Nothing>No logged-in devices.</Nothing>}
      <Rows>
        {devices.map(({ session_id, device, last_seen_at }) => (
          <Row as="li" key={session_id}>
            <chakra.div flex="1" minW="0" lineHeight="1.35">
              <chakra.b fontWeight="600" overflowWrap="anywhere">
                {device ?? 'Unknown device'}
              </chakra.b>
              <Small>Last seen {dateTimeText(last_seen_at)}</Small>
            </chakra.div>
            <Button variant="ghost" size="sm" held={one.busy} onClick={() => one.run(session_id)}>
              Log out
              <VisuallyHidden>
                {' '}
                of {device ?? 'unknown device'}, last seen {dateTimeText(last_seen_at)}
              </VisuallyHidden>
            </Button>
          </Row>
        ))}
      </Rows>
      {all.dialog}
    </Panel>
  )
}
