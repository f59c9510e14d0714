import { useQuery } from '@tanstack/react-query'
import { api, client } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { SessionList } from '../../shared/login/SessionList.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, Row, Skeleton, Stack } from '../../ui/layout.tsx'
import { H3, VisuallyHidden } from '../../ui/text.tsx'
import { problemOf } from './use-profile.ts'

const end = (sessionId: string | undefined) =>
  sessionId === undefined
    ? client.account.endOtherSessions()
    : client.account.endSession({ params: { session_id: sessionId } })

/** Lists the student's devices, each with a button to sign it out. */
export default function SignedInDevices() {
  const list = useQuery({ ...api.account.sessions.queryOptions(), staleTime: 0 })
  return (
    <Card padded asChild>
      <section aria-labelledby="devices">
        <Stack gap="4">
          <H3 as="h2" id="devices">
            {t('Logged-in devices')}
          </H3>
          {list.isPending && (
            <>
              <VisuallyHidden role="status">{t('Loading...')}</VisuallyHidden>
              <Skeleton h="12" />
            </>
          )}
          {list.isError && (
            <Row>
              <p>{t('Your devices did not load.')}</p>
              <Button variant="outline" size="sm" onClick={() => void list.refetch()}>
                {t('Try again')}
              </Button>
            </Row>
          )}
          {list.data && (
            <SessionList
              sessions={list.data.sessions}
              queryKey={api.account.sessions.key()}
              end={end}
              problem={problemOf}
            />
          )}
        </Stack>
      </section>
    </Card>
  )
}
