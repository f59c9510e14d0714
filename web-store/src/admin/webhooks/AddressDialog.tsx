import { useQueryClient } from '@tanstack/react-query'
import { WEBHOOK_EVENTS, type Webhook, type WebhookEvent, WebhookInput } from 'contract/webhooks'
import { useState } from 'react'
import { useSecretForm } from '../../shared/forms/use-action-form.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toaster.ts'
import { Choice, FieldProblem, GroupLabel, Help, Two } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { useUnsaved } from '../host/unsaved.ts'
import { eventWords } from './webhook-words.ts'

type AddressDialogProps = { webhook: Webhook | undefined; onClose: () => void; onMade: (secret: string) => void }

const COMMON: readonly WebhookEvent[] = ['order.paid', 'order.refunded', 'enrolment.created']
const offered = WEBHOOK_EVENTS.filter((event) => event !== 'ping')

type Values = {
  url: string
  all: boolean
  events: readonly string[]
  format: 'full' | 'flat'
  header_name: string
  header_value: string
  active: boolean
}

const begunOf = (webhook: Webhook | undefined): Values => ({
  url: webhook?.url ?? '',
  all: webhook?.events.includes('*') ?? false,
  events: webhook ? webhook.events.filter((event) => event !== '*') : COMMON,
  format: webhook?.format ?? 'flat',
  header_name: webhook?.header?.name ?? '',
  header_value: webhook?.header?.value ?? '',
  active: webhook?.active ?? true,
})

const toInput = ({ url, all, events, format, header_name, header_value, active }: Values) => ({
  url,
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
  const queries = useQueryClient()
  const [begun] = useState(() => begunOf(webhook))
  const form = useSecretForm({
    begun,
    check,
    send: async (values): Promise<Webhook & { secret?: string }> => {
      const body = WebhookInput.parse(toInput(values))
      return webhook
        ? adminClient.webhooks.change({ params: { webhook_id: webhook.webhook_id }, body })
        : adminClient.webhooks.add({ body })
    },
    stored: (_, sent) => sent,
    fallback: 'The address was not saved. Please try again.',
    onDone: async ({ secret }) => {
      toast.success('Address saved')
      if (secret) onMade(secret)
      else onClose()
      await queries.invalidateQueries({ queryKey: adminApi.webhooks.key() })
    },
  })
  useUnsaved(`webhook-${webhook?.webhook_id ?? 'new'}`, form.isChanged)
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
        <Button type="submit" form="webhook-address" busy={form.isPending} busyText="Saving...">
          {webhook ? 'Save' : 'Add address'}
        </Button>
      }
    >
      <chakra.form method="post" id="webhook-address" noValidate display="grid" gap="4.5" onSubmit={form.submit}>
        <Field
          label="Address"
          required
          type="url"
          maxLength={2000}
          spellCheck={false}
          autoComplete="off"
          help="The address that the other program shows for a webhook. It begins with https."
          {...form.field('url')}
        />
        <chakra.div role="group" aria-labelledby="webhook-events" display="grid" gap="1">
          <GroupLabel id="webhook-events">Send it when</GroupLabel>
          <Choice>
            <input type="checkbox" {...form.box('all')} />
            Anything happens, also what the shop learns to send later
          </Choice>
          {!all && (
            <chakra.div
              display="grid"
              gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'repeat(2,minmax(0,1fr))' }}
              columnGap="4"
            >
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
            </chakra.div>
          )}
          {eventsProblem && !all && (
            <div role="alert">
              <FieldProblem>{eventsProblem}</FieldProblem>
            </div>
          )}
        </chakra.div>
        <chakra.div display="grid" gap="1.5">
          <GroupLabel id="webhook-format">Form of the data</GroupLabel>
          <Segments
            label="Form of the data"
            value={format}
            onChange={(next) => form.put({ format: next })}
            options={[
              ['flat', 'Simple fields'],
              ['full', 'Full, for programmers'],
            ]}
          />
          <Help>
            {format === 'flat'
              ? 'One list of texts and numbers, as Pabbly, Zapier, Make and sheets like it.'
              : 'Parts inside one another, as the API has them.'}
          </Help>
        </chakra.div>
        <Two>
          <Field
            label="Header name"
            optional
            maxLength={60}
            spellCheck={false}
            autoComplete="off"
            help="Only if the other program wants a key of its own."
            {...form.field('header_name')}
          />
          <Field
            label="Header value"
            optional
            maxLength={1000}
            spellCheck={false}
            autoComplete="off"
            {...form.field('header_value')}
          />
        </Two>
        <Choice>
          <input type="checkbox" {...form.box('active')} />
          Send events to this address
        </Choice>
        {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      </chakra.form>
    </Dialog>
  )
}
