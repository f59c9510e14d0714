import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DELIVERY_DAYS, WEBHOOK_TRIES, type Webhook, type WebhookDelivery } from 'contract/webhooks'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { clockText, dateTimeText } from '../../ui/format.ts'
import { Card, Stack } from '../../ui/layout.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Help, Muted, Split, Title } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { adminApi, adminClient, withTotal } from '../host/admin-api.ts'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import type { Column } from '../lists/column.ts'
import { TableOf } from '../lists/DataTable.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import { Mono } from '../lists/table-parts.tsx'
import { answerText, deliveryState, hostOf } from './webhook-words.ts'

const STEP = 10

const none = {
  all: 'Nothing was sent yet. Press “Send a test” to try the address.',
  waiting: 'Nothing waits.',
  failed: 'Nothing failed.',
}

const columnsOf = (active: boolean, show: (delivery_id: string) => void): Column<WebhookDelivery>[] => [
  {
    head: 'Event',
    lead: true,
    cell: ({ event }) => {
      const [subject, happened] = event.split('.')
      return (
        <Mono fontWeight="600">
          {subject}.<wbr />
          {happened}
        </Mono>
      )
    },
  },
  {
    head: 'When',
    label: 'When',
    cell: ({ at }) => <chakra.span whiteSpace="nowrap">{dateTimeText(at)}</chakra.span>,
  },
  {
    head: 'Answer',
    label: 'Answer',
    cell: ({ tries, next_at }) => {
      const last = tries.at(-1)
      return (
        <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums">
          {last ? answerText(last) : 'Not sent yet'}
          {last && tries.length > 1 && `, try ${tries.length}`}
          {next_at && last && `, again at ${clockText(new Date(next_at))}`}
        </chakra.span>
      )
    },
  },
  { head: 'State', cell: (row) => <StatusTag look={deliveryState(row)} /> },
  {
    head: 'Actions',
    headCell: <VisuallyHidden>Actions</VisuallyHidden>,
    actions: true,
    cell: (row) => (
      <>
        <Button variant="ghost" size="sm" onClick={() => show(row.delivery_id)}>
          Show
          <VisuallyHidden>{` ${row.event} of ${dateTimeText(row.at)}`}</VisuallyHidden>
        </Button>
        {row.status !== 'done' && active && row.tries.length > 0 && <TryAgain row={row} />}
      </>
    ),
  },
]

/** Lists the deliveries of one of the addresses, newest first, with every try and its answer. */
export function Deliveries({ webhooks }: { webhooks: readonly Webhook[] }) {
  const [chosen, setChosen] = useState<string>()
  const [shown, setShown] = useState<'all' | 'waiting' | 'failed'>('all')
  const [limit, setLimit] = useState(STEP)
  const [open, setOpen] = useState<string>()
  const webhook = webhooks.find((one) => one.webhook_id === chosen) ?? webhooks[0]
  const webhook_id = webhook?.webhook_id ?? ''
  const input = { limit: String(limit), ...(shown !== 'all' && { status: shown }) }
  const query = useQuery({
    queryKey: [...adminApi.webhooks.key(), 'deliveries', webhook_id, input],
    queryFn: ({ signal }) =>
      withTotal(
        (options) => adminClient.webhooks.deliveries({ params: { webhook_id }, query: input }, options),
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: webhook?.active && webhook.waiting > 0 ? 2_000 : 5_000,
  })
  if (!webhook) return null
  const { url, active, waiting, failed } = webhook
  const rows = query.data?.data
  const current = rows?.find(({ delivery_id }) => delivery_id === open)
  const counted = (name: string, count: number) => (count > 0 ? `${name} ${count.toLocaleString('en-IN')}` : name)
  return (
    <Card as="section" aria-labelledby="deliveries" overflow="hidden">
      <Split px="4" py="3.5" borderBottomWidth="1px" borderColor="border">
        <Title id="deliveries">Deliveries</Title>
        <Segments
          label="Deliveries shown"
          value={shown}
          onChange={setShown}
          options={[
            ['all', 'All'],
            ['waiting', counted('Waiting', waiting)],
            ['failed', counted('Failed', failed)],
          ]}
        />
        {webhooks.length > 1 && (
          <chakra.div flexBasis="full">
            <Field as="select" label="Address" value={webhook_id} onChange={({ target }) => setChosen(target.value)}>
              {webhooks.map((one) => (
                <option key={one.webhook_id} value={one.webhook_id}>
                  {one.url}
                </option>
              ))}
            </Field>
          </chakra.div>
        )}
      </Split>
      <Loaded query={query} failed="Failed to load the deliveries">
        {({ data }) =>
          data.length === 0 ? (
            <chakra.p px="4" py="5" color="fg.muted">
              {none[shown]}
            </chakra.p>
          ) : (
            <TableOf columns={columnsOf(active, setOpen)} rows={data} keyOf={({ delivery_id }) => delivery_id}>
              <VisuallyHidden as="caption">{`Deliveries to ${hostOf(url)}`}</VisuallyHidden>
            </TableOf>
          )
        }
      </Loaded>
      <Split px="4" py="3" borderTopWidth="1px" borderColor="border">
        <Help>
          Stored for {DELIVERY_DAYS} days. A failed one is tried {WEBHOOK_TRIES} times within three days; you get an
          email after one day of failures.
        </Help>
        {rows && rows.length < (query.data?.total ?? 0) && (
          <Button variant="outline" size="sm" busy={query.isFetching} onClick={() => setLimit(limit + 4 * STEP)}>
            Show more
          </Button>
        )}
      </Split>
      {current && <DeliveryDialog row={current} url={url} active={active} onClose={() => setOpen(undefined)} />}
    </Card>
  )
}

function TryAgain({ row: { delivery_id, event } }: { row: WebhookDelivery }) {
  const { run, busy } = useAct(adminApi.webhooks.retry, { failed: 'It was not sent again' })
  return (
    <Button
      variant="outline"
      size="sm"
      busy={busy}
      busyText="Sending..."
      onClick={() => run({ params: { delivery_id } })}
    >
      Try again now
      <VisuallyHidden>{` ${event}`}</VisuallyHidden>
    </Button>
  )
}

type DeliveryDialogProps = { row: WebhookDelivery; url: string; active: boolean; onClose: () => void }

function DeliveryDialog({ row, url, active, onClose }: DeliveryDialogProps) {
  return (
    <Dialog open onClose={onClose} title={row.event} footer={active && <TryAgain row={row} />}>
      <Stack gap="4">
        <div>
          <StatusTag look={deliveryState(row)} />
        </div>
        <chakra.pre
          bg="bg.muted"
          borderRadius="l2"
          p="3"
          fontFamily="mono"
          fontSize=".8125rem"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
        >
          {`POST ${url}\n\n${readable(row.body)}`}
        </chakra.pre>
        <chakra.ol listStyleType="none" display="grid" gap="3">
          {row.tries.toReversed().map((one, place) => (
            <li key={one.at}>
              <chakra.p fontWeight="600">
                {`Try ${row.tries.length - place}: ${one.status === null ? 'no answer' : answerText(one)}`}
              </chakra.p>
              <Muted>{dateTimeText(one.at)}</Muted>
              {one.answer && (
                <chakra.p textStyle="sm" overflowWrap="anywhere">
                  <Mono>{one.answer}</Mono>
                </chakra.p>
              )}
            </li>
          ))}
        </chakra.ol>
      </Stack>
    </Dialog>
  )
}

/** Breaks a text of JSON into lines, for reading only. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body || 'The text is written at the first try.'
  }
}
