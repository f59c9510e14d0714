import { chakra } from '@chakra-ui/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { SessionList } from '../../shared/SessionList.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Card } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../admin-api.ts'
import { Trouble } from '../parts/Trouble.tsx'

/** Where this admin is signed in to the console. */
export function Devices() {
  const queries = useQueryClient()
  const list = useQuery({ ...adminApi.admins.sessions.queryOptions(), staleTime: 0 })
  const end = useSubmission({
    mutationFn: (sessionId: string | undefined) =>
      sessionId === undefined
        ? adminClient.admins.endOtherSessions()
        : adminClient.admins.endSession({ params: { session_id: sessionId } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => {
      if (!isAuthError(error)) toast.error('Not signed out', { description: errorText(error, 'Please try again.') })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: adminApi.admins.sessions.key() }),
  })
  return (
    <Card padded display="grid" gap="3">
      <chakra.h2 textStyle="h3">Where you are signed in</chakra.h2>
      {list.isPending && <Loading minH="80px" />}
      {list.error && (
        <Trouble title="Your devices did not load" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && (
        <SessionList
          sessions={list.data.sessions}
          busy={end.isPending}
          onEnd={(sessionId) => end.mutate(sessionId)}
          onEndOthers={() => end.mutate(undefined)}
        />
      )}
    </Card>
  )
}
