import { useQuery } from '@tanstack/react-query'
import { errorText, isAuthError } from '../../api/client.ts'
import { SessionList } from '../../shared/login/SessionList.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Card } from '../../ui/layout.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { ErrorState } from '../shell/ErrorState.tsx'

const end = (sessionId: string | undefined) =>
  sessionId === undefined
    ? adminClient.admins.endOtherSessions()
    : adminClient.admins.endSession({ params: { session_id: sessionId } })

/** Where this admin is signed in to the console. */
export function Devices() {
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
          problem={(error) => (isAuthError(error) ? undefined : errorText(error, 'Please try again.'))}
        />
      )}
    </Card>
  )
}
