import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/client.ts'
import { SessionList } from '../../shared/login/SessionList.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Card, Stack } from '../../ui/layout.tsx'
import { H3 } from '../../ui/text.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { isSecondFactorDue, useMe } from '../host/me.queries.ts'
import { Loaded } from '../kit/loaded.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { secondFactorQuery } from './second-factor.queries.ts'

const end = (sessionId: string | undefined) =>
  sessionId === undefined
    ? adminClient.admins.endOtherSessions()
    : adminClient.admins.endSession({ params: { session_id: sessionId } })

/** Lists the logged-in devices of this admin. */
function Devices() {
  const list = useQuery({ ...adminApi.admins.sessions.queryOptions(), staleTime: 0 })
  return (
    <Card padded display="grid" gap="3">
      <H3 as="h2">Logged-in devices</H3>
      <Loaded query={list} failed="Your devices did not load" height="80px">
        {({ sessions }) => (
          <SessionList
            sessions={sessions}
            queryKey={adminApi.admins.sessions.key()}
            end={end}
            problem={(error) => errorText(error, 'Please try again.')}
          />
        )}
      </Loaded>
    </Card>
  )
}

/**
 * Shows the admin's login: password, second step and devices; an unreachable server is reported once. After a one-time password it only offers
 * a new one.
 */
export default function SignInTab() {
  const { data: me } = useMe()
  const { data: own, isError } = useQuery({ ...secondFactorQuery(), enabled: !me?.must_change_password })
  return (
    <chakra.div maxW="640px" mx="auto">
      <TabHead title="Security" />
      <Stack gap="5">
        {isSecondFactorDue(me) && (
          <Card padded role="status">
            Owners need a second step to log in. Add a passkey or an app to continue.
          </Card>
        )}
        {!me?.must_change_password && <SecondFactor />}
        <ChangePassword />
        {!me?.must_change_password && (own || !isError) && <Devices />}
      </Stack>
    </chakra.div>
  )
}
