import { useQuery } from '@tanstack/react-query'
import { MAX_ENDPOINTS, type Webhook } from 'contract/webhooks'
import { useState } from 'react'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { Card, Row, Stack } from '../../ui/layout.tsx'
import { MenuItem, MenuSeparator } from '../../ui/menu.ts'
import { IconKey, IconTrash } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { Help, Muted, Split, Title } from '../forms/form-parts.tsx'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi } from '../host/admin-api.ts'
import { IconPencil, IconRefresh } from '../host/admin-icons.ts'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { RowMenu } from '../lists/row-buttons.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import { Mono } from '../lists/table-parts.tsx'
import { Deliveries } from './Deliveries.tsx'
import { answerText, eventsText, hostOf, stateOf } from './webhook-words.ts'

const AddressDialog = later(() => import('./AddressDialog.tsx'))
const SecretDialog = later(() => import('./SecretDialog.tsx'))
const ResendDialog = later(() => import('./ResendDialog.tsx'))

type Open =
  | { kind: 'form'; webhook?: Webhook }
  | { kind: 'secret'; secret: string }
  | { kind: 'resend'; webhook: Webhook }

/** Addresses that events of the shop go to, and what was sent. */
export default function DevelopersPart() {
  const query = useQuery({
    ...adminApi.webhooks.list.queryOptions(),
    staleTime: 0,
    // A delivery under way ends within seconds.
    refetchInterval: ({ state }) => (state.data?.some(({ active, waiting }) => active && waiting > 0) ? 2_000 : 5_000),
  })
  const [open, setOpen] = useState<Open>()
  const of = ({ webhook_id }: Webhook) => ({ params: { webhook_id } })
  const remove = useAct(adminApi.webhooks.remove, {
    of,
    confirm: ({ url }) => ({
      title: 'Remove this address?',
      label: 'Remove',
      text: (
        <p>
          <Mono>{hostOf(url)}</Mono> gets no more events, and the list of what was sent to it goes. What it has already
          stays there.
        </p>
      ),
    }),
    failed: 'Failed to remove the address',
  })
  const replace = useAct(adminApi.webhooks.newSecret, {
    of,
    confirm: ({ url }) => ({
      title: 'Create a new secret?',
      label: 'Create a new secret',
      cancel: 'Cancel',
      text: (
        <p>
          <Mono>{hostOf(url)}</Mono> gets events signed with both secrets for 24 hours, then with the new one only.
        </p>
      ),
    }),
    done: null,
    failed: 'Failed to create a new secret',
    onDone: ({ secret }) => setOpen({ kind: 'secret', secret }),
  })
  const close = () => setOpen(undefined)
  return (
    <Loaded query={query} failed="Failed to load the webhooks" height="200px">
      {(webhooks) => (
        <Stack gridTemplateColumns="minmax(0,1fr)" gap="4">
          <Card as="section" aria-labelledby="webhooks">
            <Split px="4" py="3.5">
              <Title id="webhooks">Webhooks</Title>
              <WaitingButton
                variant="outline"
                size="sm"
                waitsFor={webhooks.length >= MAX_ENDPOINTS && `A shop has at most ${MAX_ENDPOINTS} addresses`}
                onClick={() => setOpen({ kind: 'form' })}
              >
                <Icon of={IconPlus} size={16} />
                Add an address
              </WaitingButton>
            </Split>
            {webhooks.length === 0 ? (
              <Help px="4" pb="5">
                Your shop can tell other programs what happens: a paid order goes to your sheet, your CRM or your
                WhatsApp tool within seconds. Add the address that Zapier, Pabbly, n8n or Make shows you.
              </Help>
            ) : (
              <chakra.ul listStyleType="none">
                {webhooks.map((webhook) => (
                  <AddressRow
                    key={webhook.webhook_id}
                    webhook={webhook}
                    onOpen={setOpen}
                    onRemove={() => remove.run(webhook)}
                    onReplace={() => replace.run(webhook)}
                  />
                ))}
              </chakra.ul>
            )}
          </Card>
          {webhooks.length > 0 && <Deliveries webhooks={webhooks} />}
          {open?.kind === 'form' && (
            <AddressDialog
              webhook={open.webhook}
              onClose={close}
              onMade={(secret) => setOpen({ kind: 'secret', secret })}
            />
          )}
          {open?.kind === 'secret' && <SecretDialog secret={open.secret} onClose={close} />}
          {open?.kind === 'resend' && <ResendDialog of={open.webhook} onClose={close} />}
          {remove.dialog}
          {replace.dialog}
        </Stack>
      )}
    </Loaded>
  )
}

type RowProps = { webhook: Webhook; onOpen: (open: Open) => void; onRemove: () => void; onReplace: () => void }

function AddressRow({ webhook, onOpen, onRemove, onReplace }: RowProps) {
  const now = shopNow()
  const { url, today, done_today, active } = webhook
  return (
    <Row as="li" flexWrap="wrap" px="4" py="3.5" borderTopWidth="1px" borderColor="border">
      <chakra.div flex="1 1 300px" minW="0">
        <chakra.p fontFamily="mono" fontSize=".875rem" fontWeight="600" overflowWrap="anywhere">
          {url}
        </chakra.p>
        <Muted mt="1" overflowWrap="anywhere">
          {eventsText(webhook)}
        </Muted>
      </chakra.div>
      <Row flexWrap="wrap" gap="2.5">
        <StatusTag look={stateOf(webhook, now)} />
        {today > 0 && (
          <chakra.span textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
            {`${done_today.toLocaleString('en-IN')} of ${today.toLocaleString('en-IN')} today`}
          </chakra.span>
        )}
      </Row>
      <Row gap="1" ms="auto">
        <SendTest webhook={webhook} />
        <RowMenu name={hostOf(url)}>
          <MenuItem value="change" onClick={() => onOpen({ kind: 'form', webhook })}>
            <Icon of={IconPencil} />
            Change
          </MenuItem>
          {active && (
            <MenuItem value="resend" onClick={() => onOpen({ kind: 'resend', webhook })}>
              <Icon of={IconRefresh} />
              Send again
            </MenuItem>
          )}
          <MenuItem value="secret" onClick={onReplace}>
            <Icon of={IconKey} />
            Create a new secret
          </MenuItem>
          <MenuSeparator />
          <MenuItem value="remove" color="danger.fg" onClick={onRemove}>
            <Icon of={IconTrash} />
            Remove
          </MenuItem>
        </RowMenu>
      </Row>
    </Row>
  )
}

/** Sends an example of the first event that the address wants, and shows the answer. */
function SendTest({ webhook: { webhook_id, events } }: { webhook: Webhook }) {
  const event = (events.includes('*') ? 'order.paid' : events[0]) as 'order.paid'
  const test = useAct(adminApi.webhooks.test, {
    done: null,
    failed: 'The test was not sent',
    onDone: (answer) => {
      const arrived = answer.status !== null && answer.status < 400
      const notify = arrived ? toast.success : toast.error
      notify(arrived ? `The address answered ${answerText(answer)}` : `The test failed: ${answerText(answer)}`, {
        description: answer.status === null ? '' : answer.answer.slice(0, 200),
      })
    },
  })
  return (
    <Button
      variant="outline"
      size="sm"
      busy={test.busy}
      busyText="Sending..."
      onClick={() => test.run({ params: { webhook_id }, body: { event } })}
    >
      Send a test
    </Button>
  )
}
