import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/client.ts'
import { SessionList } from '../../shared/login/SessionList.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Card } from '../../ui/layout.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { isSecondFactorDue, useMe } from '../host/me.queries.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
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
      <chakra.h2 textStyle="h3">Logged-in devices</chakra.h2>
      {list.isPending && <Loading minH="80px" />}
      {list.error && (
        <ErrorState title="Your devices did not load" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && (
        <SessionList
          sessions={list.data.sessions}
          queryKey={adminApi.admins.sessions.key()}
          end={end}
          problem={(error) => errorText(error, 'Please try again.')}
        />
      )}
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
      <chakra.div display="grid" gap="5">
        {isSecondFactorDue(me) && (
          <Card padded role="status">
            Owners need a second step to log in. Add a passkey or an app to continue.
          </Card>
        )}
        {!me?.must_change_password && <SecondFactor />}
        <ChangePassword />
        {!me?.must_change_password && (own || !isError) && <Devices />}
      </chakra.div>
    </chakra.div>
  )
}
