import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DELIVERY_DAYS, WEBHOOK_TRIES, type Webhook, type WebhookDelivery } from 'contract/webhooks'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { clockText, dateTimeText } from '../../ui/format.ts'
import { Card, Skeleton } from '../../ui/layout.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Help, Muted, Split } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { adminApi, adminClient, withTotal } from '../host/admin-api.ts'
import { useAct } from '../kit/use-act.tsx'
import { ErrorState } from '../lists/ErrorState.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import { Mono, Table } from '../lists/table-parts.tsx'
import { answerText, deliveryState, hostOf } from './webhook-words.ts'

const STEP = 10

const none = {
  all: 'Nothing was sent yet. Press “Send a test” to try the address.',
  waiting: 'Nothing waits.',
  failed: 'Nothing failed.',
}

/** Lists the deliveries of one of the addresses, newest first, with every try and its answer. */
export function Deliveries({ webhooks }: { webhooks: readonly Webhook[] }) {
  const [chosen, setChosen] = useState<string>()
  const [shown, setShown] = useState<'all' | 'waiting' | 'failed'>('all')
  const [limit, setLimit] = useState(STEP)
  const [open, setOpen] = useState<string>()
  const webhook = webhooks.find((one) => one.webhook_id === chosen) ?? webhooks[0]
  const webhook_id = webhook?.webhook_id ?? ''
  const query = { limit: String(limit), ...(shown !== 'all' && { status: shown }) }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...adminApi.webhooks.key(), 'deliveries', webhook_id, query],
    queryFn: ({ signal }) =>
      withTotal((options) => adminClient.webhooks.deliveries({ params: { webhook_id }, query }, options), signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: webhook?.active && webhook.waiting > 0 ? 2_000 : 5_000,
  })
  if (!webhook) return null
  const rows = data?.data
  const current = rows?.find(({ delivery_id }) => delivery_id === open)
  return (
    <Card asChild overflow="hidden">
      <section aria-labelledby="deliveries">
        <Split px="4" py="3.5" borderBottomWidth="1px" borderColor="border">
          <chakra.h2 id="deliveries" textStyle="h3" fontSize="1.125rem">
            Deliveries
          </chakra.h2>
          <Segments
            label="Deliveries shown"
            value={shown}
            onChange={setShown}
            options={[
              ['all', 'All'],
              ['waiting', webhook.waiting > 0 ? `Waiting ${webhook.waiting.toLocaleString('en-IN')}` : 'Waiting'],
              ['failed', webhook.failed > 0 ? `Failed ${webhook.failed.toLocaleString('en-IN')}` : 'Failed'],
            ]}
          />
          {webhooks.length > 1 && (
            <chakra.div flexBasis="full">
              <Field
                as="select"
                label="Address"
                value={webhook.webhook_id}
                onChange={({ target }) => setChosen(target.value)}
              >
                {webhooks.map(({ webhook_id: id, url }) => (
                  <option key={id} value={id}>
                    {url}
                  </option>
                ))}
              </Field>
            </chakra.div>
          )}
        </Split>
        {error && !rows && (
          <ErrorState title="Failed to load the deliveries" error={error} onRetry={() => void refetch()} />
        )}
        {!rows && !error && <Skeleton h="120px" m="4" />}
        {rows?.length === 0 && (
          <chakra.p px="4" py="5" color="fg.muted">
            {none[shown]}
          </chakra.p>
        )}
        {rows && rows.length > 0 && (
          <Table>
            <VisuallyHidden as="caption">{`Deliveries to ${hostOf(webhook.url)}`}</VisuallyHidden>
            <thead>
              <tr>
                <th scope="col">Event</th>
                <th scope="col">When</th>
                <th scope="col">Answer</th>
                <th scope="col">State</th>
                <th scope="col" data-actions>
                  <VisuallyHidden>Actions</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <DeliveryRow
                  key={row.delivery_id}
                  row={row}
                  active={webhook.active}
                  onOpen={() => setOpen(row.delivery_id)}
                />
              ))}
            </tbody>
          </Table>
        )}
        <Split px="4" py="3" borderTopWidth="1px" borderColor="border">
          <Help>
            Stored for {DELIVERY_DAYS} days. A failed one is tried {WEBHOOK_TRIES} times within three days; you get an
            email after one day of failures.
          </Help>
          {data && rows && rows.length < data.total && (
            <Button variant="outline" size="sm" busy={isFetching} onClick={() => setLimit(limit + 4 * STEP)}>
              Show more
            </Button>
          )}
        </Split>
        {current && (
          <DeliveryDialog row={current} url={webhook.url} active={webhook.active} onClose={() => setOpen(undefined)} />
        )}
      </section>
    </Card>
  )
}

type RowProps = { row: WebhookDelivery; active: boolean; onOpen: () => void }

function DeliveryRow({ row, active, onOpen }: RowProps) {
  const last = row.tries.at(-1)
  const isOpen = row.status !== 'done'
  const [subject, happened] = row.event.split('.')
  return (
    <tr>
      <td data-lead>
        <Mono fontWeight="600">
          {subject}.<wbr />
          {happened}
        </Mono>
      </td>
      <td data-label="When">
        <chakra.span whiteSpace="nowrap">{dateTimeText(row.at)}</chakra.span>
      </td>
      <td data-label="Answer">
        <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums">
          {last ? answerText(last) : 'Not sent yet'}
          {last && row.tries.length > 1 && `, try ${row.tries.length}`}
          {row.next_at && last && `, again at ${clockText(new Date(row.next_at))}`}
        </chakra.span>
      </td>
      <td>
        <StatusTag look={deliveryState(row)} />
      </td>
      <td data-actions>
        <chakra.div me={{ base: '2.5', lg: '0' }}>
          <Button variant="ghost" size="sm" onClick={onOpen}>
            Show
            <VisuallyHidden>{` ${row.event} of ${dateTimeText(row.at)}`}</VisuallyHidden>
          </Button>
          {isOpen && active && last && <TryAgain row={row} />}
        </chakra.div>
      </td>
    </tr>
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
      <chakra.div display="grid" gap="4">
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
      </chakra.div>
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
