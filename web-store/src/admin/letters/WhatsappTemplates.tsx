import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WhatsappTemplate } from 'contract/whatsapp'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText, rupeesText } from '../../ui/format.ts'
import { Skeleton } from '../../ui/layout.tsx'
import { FieldProblem, Help } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import type { Look } from '../lists/statuses.ts'

const statuses: Record<string, Look> = {
  APPROVED: { label: 'Approved', palette: 'success' },
  PENDING: { label: 'Waits for Meta', palette: 'buy' },
  REJECTED: { label: 'Refused by Meta', palette: 'danger' },
  PAUSED: { label: 'Paused by Meta', palette: 'danger' },
  DISABLED: { label: 'Off at Meta', palette: 'gray' },
}

const inWords = (name: string) => name.charAt(0) + name.slice(1).toLowerCase().replaceAll('_', ' ')

/** Lists the templates as Meta last listed them, and asks again on a press. */
export function WhatsappTemplates() {
  const queries = useQueryClient()
  const options = adminApi.whatsapp.templates.queryOptions({ input: {} })
  const { data, error, refetch } = useQuery(options)
  const read = useSubmission({
    mutationFn: () => adminClient.whatsapp.templates({ refresh: '1' }),
    onSuccess: (listed) => queries.setQueryData(options.queryKey, listed),
  })
  return (
    <chakra.section aria-labelledby="whatsapp-templates" display="grid" gap="3">
      <chakra.div display="flex" flexWrap="wrap" gap="3" alignItems="center">
        <chakra.div flex="1 1 220px">
          <chakra.h3 id="whatsapp-templates" textStyle="h3" fontSize="1.0625rem">
            Templates
          </chakra.h3>
          {data?.read_at && <Help>As Meta had them on {dateTimeText(data.read_at)}</Help>}
        </chakra.div>
        <Button size="sm" variant="outline" busy={read.isPending} busyText="Reading..." onClick={() => read.mutate()}>
          Read from Meta
        </Button>
      </chakra.div>
      {read.error && <FieldProblem>{errorText(read.error, 'Meta did not list them. Please try again.')}</FieldProblem>}
      {error && !data && (
        <ErrorState title="Failed to load the templates" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton h="80px" aria-label="Loading the templates" />}
      {data?.templates.length === 0 && (
        <Help>
          {data.read_at ? 'Meta has none yet. Make them in your WhatsApp Manager.' : 'Not read from Meta yet.'}
        </Help>
      )}
      {data && data.templates.length > 0 && (
        <chakra.ul listStyleType="none" borderWidth="1px" borderColor="border" borderRadius="l2">
          {data.templates.map((template) => (
            <TemplateLine key={`${template.name} ${template.language}`} template={template} />
          ))}
        </chakra.ul>
      )}
    </chakra.section>
  )
}

function TemplateLine({ template }: { template: WhatsappTemplate }) {
  const { name, language, status, category, body, price, is_sendable } = template
  const facts = [language, inWords(category), price !== null && `${rupeesText(price)} each`].filter(Boolean)
  return (
    <chakra.li
      display="flex"
      flexWrap="wrap"
      gap="3"
      alignItems="start"
      px="4"
      py="3"
      borderColor="border"
      css={{ '&:not(:first-child)': { borderTopWidth: '1px' } }}
    >
      <chakra.div flex="1 1 220px" minW="0" overflowWrap="anywhere">
        <chakra.p fontFamily="mono" fontSize=".875rem" fontWeight="600">
          {name}
        </chakra.p>
        <Help>{facts.join(', ')}</Help>
        <chakra.p textStyle="sm" color="fg.muted" lineClamp="2">
          {body}
        </chakra.p>
        {!is_sendable && <Help>Not for use here: it asks for a picture, a document or a second value.</Help>}
      </chakra.div>
      <StatusTag look={statuses[status] ?? { label: inWords(status), palette: 'gray' }} />
    </chakra.li>
  )
}
