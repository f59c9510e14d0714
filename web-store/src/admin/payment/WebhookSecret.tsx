import { text as said } from 'contract/fields'
import type { GatewayState } from 'contract/gateway'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Row, Stack } from '../../ui/layout.tsx'
import { Help, Split } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { text } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'

const words: Record<NonNullable<GatewayState['webhook_secret']>, string> = {
  environment: 'Webhook secret: set on the server',
  admin: 'Webhook secret: saved here',
  sandbox: 'Webhook secret: not set',
}

const fields = {
  webhook_secret: text('New webhook secret', {
    secret: true,
    maxLength: 200,
    help: 'Enter the same secret in your Razorpay dashboard. The old one works for two more days.',
  }),
}
const Secret = z.object({ webhook_secret: said(1, 200, 'Webhook secret is required') })

/** Shows the state of the webhook, and sets or replaces its secret. */
export function WebhookSecret({ state }: { state: GatewayState }) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const form = useForm(adminApi.gateway.setWebhookSecret, fields, {
    draft: 'webhook-secret',
    secret: true,
    of: {},
    schema: Secret,
    failed: 'The webhook secret was not saved',
    fallback: 'The webhook secret was not saved. Please try again.',
    onDone: () => show(false),
  })
  const pressed = useRef(false)
  const show = (next: boolean) => {
    pressed.current = true
    setOpen(next)
    form.forget()
  }
  // Once what takes the focus is drawn: a save ends between two frames.
  useEffect(() => {
    if (pressed.current) box.current?.querySelector<HTMLElement>(open ? 'input' : 'button')?.focus()
  }, [open])
  const { webhook_secret: from, can_set_webhook_secret: settable } = state
  const set = from === 'admin'
  return (
    <Stack ref={box} pt="4.5" borderTopWidth="1px" borderColor="border">
      <Split>
        <chakra.div flex="1 1 240px" minW="0">
          <p>{from ? words[from] : 'Webhook secret: not set'}</p>
          {!from && state.source !== 'none' && (
            <Help>Without it, your shop hears about payments a few minutes late.</Help>
          )}
        </chakra.div>
        {settable && !open && (
          <Button variant="outline" onClick={() => show(true)}>
            {set ? 'Replace webhook secret' : 'Set webhook secret'}
          </Button>
        )}
      </Split>
      {settable && open && (
        <Form form={form} title="Webhook secret">
          <Row gap="2.5">
            <SaveButton of={form} always>
              Save webhook secret
            </SaveButton>
            <Button variant="outline" onClick={() => show(false)}>
              Cancel
            </Button>
          </Row>
        </Form>
      )}
    </Stack>
  )
}
