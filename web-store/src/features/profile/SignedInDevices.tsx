import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { paths } from '../../app/paths.ts'
import { SessionList } from '../../shared/SessionList.tsx'
import { endSession } from '../../shared/session-ended.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Row, Skeleton, Stack } from '../../ui/layout.tsx'
import { H3, Hidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { problemOf } from './use-profile.ts'

/** Where the student is signed in, and the way to sign a device out. */
export default function SignedInDevices() {
  const queries = useQueryClient()
  const list = useQuery({ ...api.account.sessions.queryOptions(), staleTime: 0 })
  const end = useSubmission({
    mutationFn: (sessionId: string | undefined) =>
      sessionId === undefined
        ? client.account.endOtherSessions()
        : client.account.endSession({ params: { session_id: sessionId } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => {
      if (isAuthError(error)) return endSession(error, paths.settings)
      toast.error('Not signed out', { description: problemOf(error) })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.account.sessions.key() }),
  })
  return (
    <Card padded asChild>
      <section aria-labelledby="devices">
        <Stack gap="4">
          <H3 as="h2" id="devices">
            Where you are signed in
          </H3>
          {list.isPending && (
            <>
              <Hidden role="status">Loading...</Hidden>
              <Skeleton h="12" />
            </>
          )}
          {list.isError && (
            <Row>
              <p>Your devices did not load.</p>
              <Button variant="outline" size="sm" onClick={() => void list.refetch()}>
                Try again
              </Button>
            </Row>
          )}
          {list.data && (
            <SessionList
              sessions={list.data.sessions}
              busy={end.isPending}
              onEnd={(sessionId) => end.mutate(sessionId)}
              onEndOthers={() => end.mutate(undefined)}
            />
          )}
        </Stack>
      </section>
    </Card>
  )
}
