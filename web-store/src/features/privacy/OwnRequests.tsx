import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Card, Row } from '../../ui/layout.tsx'
import { H3 } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { RequestLine } from './RequestCard.tsx'

/** Lists the requests of a logged-in student, and whom they named. */
export function OwnRequests() {
  const queries = useQueryClient()
  const { data } = useQuery({ ...api.privacy.own.queryOptions(), staleTime: 0 })
  const drop = useSubmission({
    mutationFn: () => client.privacy.dropNominee(),
    onError: (error) => toast.error(errorText(error, t('Please try again.'))),
    onSettled: () => queries.invalidateQueries({ queryKey: api.privacy.key() }),
  })
  if (!data || (data.requests.length === 0 && !data.nominee)) return null
  const { requests, nominee } = data
  return (
    <Card padded as="section" mt="6" aria-label={t('Your requests')} display="grid" gap="3">
      <H3 as="h2">{t('Your requests')}</H3>
      {nominee && (
        <Row flexWrap="wrap" justifyContent="space-between">
          <chakra.span overflowWrap="anywhere">{t('You named {name} ({relation}), {email}.', nominee)}</chakra.span>
          <Button variant="outline" size="sm" busy={drop.isPending} onClick={() => drop.mutate()}>
            {t('Remove')}
          </Button>
        </Row>
      )}
      <chakra.ul listStyleType="none">
        {requests.map((request) => (
          <RequestLine key={request.request_no} request={request} />
        ))}
      </chakra.ul>
    </Card>
  )
}
