import { useQueryClient } from '@tanstack/react-query'
import type { GatewayState } from 'contract/gateway'
import { useEffect, useRef, useState } from 'react'
import { useSecretForm } from '../../shared/forms/use-action-form.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Help, Split } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { useUnsaved } from '../host/unsaved.ts'

const words: Record<NonNullable<GatewayState['webhook_secret']>, string> = {
  environment: 'Webhook secret: set on the server',
  admin: 'Webhook secret: saved here',
  sandbox: 'Webhook secret: the sandbox has its own',
}

/** Shows the state of the webhook, and sets or replaces its secret. */
export function WebhookSecret({ state }: { state: GatewayState }) {
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const form = useSecretForm({
    begun: { webhook_secret: '' },
    check: (typed) => ({ webhook_secret: typed.webhook_secret.trim() ? undefined : 'Webhook secret is required' }),
    send: (body) => adminClient.gateway.setWebhookSecret({ body }),
    fallback: 'The webhook secret was not saved. Please try again.',
    onDone: async ({ message }) => {
      toast.success(message)
      await queries.invalidateQueries({ queryKey: adminApi.gateway.key() })
      show(false)
    },
  })
  useUnsaved('webhook-secret', open && form.isChanged)
  const pressed = useRef(false)
  const show = (next: boolean) => {
    pressed.current = true
    setOpen(next)
    form.forget()
  }
  // Once what takes the focus is drawn: a save ends between two frames.
  useEffect(() => {
    if (!pressed.current) return
    if (open) field.current?.focus()
    else opener.current?.focus()
  }, [open])
  const { webhook_secret: from, can_set_webhook_secret: settable } = state
  const set = from === 'admin'
  return (
    <chakra.div display="grid" gap="3" pt="4.5" borderTopWidth="1px" borderColor="border">
      <Split>
        <chakra.div flex="1 1 240px" minW="0">
          <p>{from ? words[from] : 'Webhook secret: not set'}</p>
          {!from && state.source !== 'none' && (
            <Help>Without it, your shop hears about payments a few minutes late.</Help>
          )}
        </chakra.div>
        {settable && !open && (
          <Button ref={opener} variant="outline" onClick={() => show(true)}>
            {set ? 'Replace webhook secret' : 'Set webhook secret'}
          </Button>
        )}
      </Split>
      {settable && open && (
        <chakra.form method="post" noValidate display="grid" gap="3" aria-label="Webhook secret" onSubmit={form.submit}>
          <Field
            label="New webhook secret"
            required
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            fontFamily="mono"
            help="Enter the same secret in your Razorpay dashboard. The old one works for two more days."
            ref={field}
            {...form.field('webhook_secret')}
          />
          {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
          <chakra.div display="flex" gap="2.5">
            <Button type="submit" busy={form.isPending} busyText="Saving...">
              Save webhook secret
            </Button>
            <Button variant="outline" onClick={() => show(false)}>
              Cancel
            </Button>
          </chakra.div>
        </chakra.form>
      )}
    </chakra.div>
  )
}
