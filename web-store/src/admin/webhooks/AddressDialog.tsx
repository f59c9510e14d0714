import { WEBHOOK_EVENTS, type Webhook, type WebhookEvent, WebhookInput } from 'contract/webhooks'
import { Dialog } from '../../ui/Dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Choice, FieldProblem, GroupLabel, Two } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { addOrChange } from '../kit/call.ts'
import { segments, state, text, tick, url } from '../kit/fields.tsx'
import { Form, SaveButton, type TypedOf, useForm } from '../kit/form.tsx'
import { eventWords } from './webhook-words.ts'

type AddressDialogProps = { webhook: Webhook | undefined; onClose: () => void; onMade: (secret: string) => void }

const COMMON: readonly WebhookEvent[] = ['order.paid', 'order.refunded', 'enrolment.created']
const offered = WEBHOOK_EVENTS.filter((event) => event !== 'ping')

const fields = {
  url: url('Address', {
    maxLength: 2000,
    spellCheck: false,
    own: false,
    help: 'The address that the other program shows for a webhook. It begins with https.',
  }),
  all: tick('All events, also ones that are added later'),
  events: state<readonly string[]>(COMMON),
  format: segments(
    'Data format',
    [
      ['flat', 'Simple fields'],
      ['full', 'Full, for programmers'],
    ],
    { titled: true },
  ),
  header_name: text('Header name', {
    optional: true,
    maxLength: 60,
    spellCheck: false,
    own: false,
    help: 'Only if the other program wants a key of its own.',
  }),
  header_value: text('Header value', { optional: true, maxLength: 1000, spellCheck: false, own: false }),
  active: tick('Send events to this address', { begun: true }),
}

type Values = TypedOf<typeof fields>

const toInput = ({ url: address, all, events, format, header_name, header_value, active }: Values) => ({
  url: address,
  events: all ? ['*'] : events,
  format,
  header: header_name.trim() || header_value.trim() ? { name: header_name, value: header_value } : null,
  active,
})

/** Names the field of the form that a problem of the contract is about. */
const fieldOf = (path: readonly PropertyKey[]): keyof Values =>
  path[0] === 'header' ? (path[1] === 'value' ? 'header_value' : 'header_name') : (path[0] as keyof Values)

function check(values: Values): Partial<Record<keyof Values, string>> {
  const parsed = WebhookInput.safeParse(toInput(values))
  if (parsed.success) return {}
  return Object.fromEntries(
    parsed.error.issues.toReversed().map(({ path, message }) => [fieldOf(path), message] as const),
  )
}

/** The form of an address; a new one without it. A saved header's value is a mask. */
export default function AddressDialog({ webhook, onClose, onMade }: AddressDialogProps) {
  const form = useForm(addOrChange(adminApi.webhooks.add, adminApi.webhooks.change), fields, {
    draft: `webhook-${webhook?.webhook_id ?? 'new'}`,
    secret: true,
    begun: webhook && {
      ...webhook,
      all: webhook.events.includes('*'),
      events: webhook.events.filter((event) => event !== '*'),
      header_name: webhook.header?.name,
      header_value: webhook.header?.value,
    },
    check,
    shape: (_, typed) => toInput(typed),
    of: webhook ? { params: { webhook_id: webhook.webhook_id } } : {},
    done: 'Address saved',
    failed: 'The address was not saved',
    fallback: 'The address was not saved. Please try again.',
    onDone: (answer) => ('secret' in answer ? onMade(answer.secret) : onClose()),
  })
  const { all, events, format } = form.values
  const choose = (event: string, chosen: boolean) =>
    form.put({ events: chosen ? [...events, event] : events.filter((one) => one !== event) })
  const eventsProblem = form.errorOf('events')
  return (
    <Dialog
      open
      onClose={onClose}
      title={webhook ? 'Change the address' : 'Add an address'}
      footer={
        <SaveButton of={form} formId="webhook-address" always>
          {webhook ? 'Save' : 'Add address'}
        </SaveButton>
      }
    >
      <Form
        form={form}
        id="webhook-address"
        layout={[
          'url',
          <Stack key="events" role="group" aria-labelledby="webhook-events" gap="1">
            <GroupLabel id="webhook-events">Send it when</GroupLabel>
            {fields.all.draw({ name: 'all', value: all, put: (on) => form.put({ all: on }) })}
            {!all && (
              <Two rowGap="0">
                {offered.map((event) => (
                  <Choice key={event} title={event}>
                    <input
                      type="checkbox"
                      checked={events.includes(event)}
                      onChange={({ target }) => choose(event, target.checked)}
                    />
                    {eventWords[event]}
                  </Choice>
                ))}
              </Two>
            )}
            {eventsProblem && !all && (
              <div role="alert">
                <FieldProblem>{eventsProblem}</FieldProblem>
              </div>
            )}
          </Stack>,
          'format',
          ['header_name', 'header_value'],
          'active',
        ]}
        more={{
          format: {
            help:
              format === 'flat'
                ? 'One list of texts and numbers, as Pabbly, Zapier, Make and sheets like it.'
                : 'Nested, as the API has them.',
          },
        }}
      />
    </Dialog>
  )
}
