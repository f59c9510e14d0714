import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WhatsappTemplate } from 'contract/whatsapp'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText, rupeesText } from '../../ui/format.ts'
import { Stack } from '../../ui/layout.tsx'
import { H3 } from '../../ui/text.tsx'
import { FieldProblem, Help, Muted, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
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
  const query = useQuery(options)
  const { run, busy, problem } = useAct(adminApi.whatsapp.templates, {
    done: null,
    failed: 'Meta did not list them',
    beside: true,
    onDone: (listed) => queries.setQueryData(options.queryKey, listed),
  })
  return (
    <Stack as="section" aria-labelledby="whatsapp-templates">
      <Tools gap="3">
        <chakra.div flex="1 1 220px">
          <H3 id="whatsapp-templates" fontSize="1.0625rem">
            3. Templates
          </H3>
          {query.data?.read_at && <Help>As Meta had them on {dateTimeText(query.data.read_at)}</Help>}
        </chakra.div>
        <Button size="sm" variant="outline" busy={busy} busyText="Fetching..." onClick={() => run({ refresh: '1' })}>
          Fetch from Meta
        </Button>
      </Tools>
      {problem && <FieldProblem>{problem}</FieldProblem>}
      <Loaded query={query} failed="Failed to load the templates" height="80px">
        {({ templates, read_at }) =>
          templates.length === 0 ? (
            <Help>
              {read_at
                ? 'Meta has none yet. Make them in your WhatsApp Manager.'
                : 'Make them in your WhatsApp Manager, then fetch them.'}
            </Help>
          ) : (
            <chakra.ul listStyleType="none" borderWidth="1px" borderColor="border" borderRadius="l2">
              {templates.map((template) => (
                <TemplateLine key={`${template.name} ${template.language}`} template={template} />
              ))}
            </chakra.ul>
          )
        }
      </Loaded>
    </Stack>
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
        <Muted lineClamp="2">{body}</Muted>
        {!is_sendable && <Help>Not for use here: it asks for a picture, a document or a second value.</Help>}
      </chakra.div>
      <StatusTag look={statuses[status] ?? { label: inWords(status), palette: 'gray' }} />
    </chakra.li>
  )
}
