import { useQueryClient } from '@tanstack/react-query'
import { keyMode } from 'contract/key-mode'
import { useRef, useState } from 'react'
import { useSubmission } from '../../api/use-submission.ts'
import { useSecretForm } from '../../shared/forms/use-action-form.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Card } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { IconPlugConnected } from '../host/admin-icons.ts'
import { useUnsaved } from '../host/unsaved.ts'
import { KeyTest } from './KeyTest.tsx'
import { Mode } from './SellingNow.tsx'

type Saved = { api_key: string; api_secret: string; source: 'admin' | 'environment' }

/** Keys of the sandbox and of Razorpay's test mode say so in their names. */
function modeOf(apiKey: string): { label: string; palette: 'success' | 'buy' } {
  return keyMode(apiKey) === 'live' ? { label: 'Live', palette: 'success' } : { label: 'Test', palette: 'buy' }
}

/** Key and secret. The saved secret is never shown again: it is replaced or left. */
export function GatewayKeys({ saved }: { saved: Saved | undefined }) {
  const queries = useQueryClient()
  const [replacing, setReplacing] = useState(saved === undefined)
  const opener = useRef<HTMLButtonElement>(null)
  const secret = useRef<HTMLInputElement>(null)
  const form = useSecretForm({
    begun: {
      api_key: saved?.api_key ?? '',
      api_secret: replacing ? '' : (saved?.api_secret ?? ''),
      webhook_secret: '',
    },
    check: ({ api_key, api_secret }) => ({
      api_key: api_key.trim() ? undefined : 'API Key is required',
      api_secret: api_secret.trim() ? undefined : 'API Secret is required',
    }),
    send: (body) => adminClient.gateway.add({ body }),
    stored: (_, { api_key }) => ({ api_key, api_secret: '', webhook_secret: '' }),
    failed: 'Failed to update payment gateway configuration',
    toasts: true,
    fallback: '',
    onDone: async ({ message }) => {
      toast.success(message)
      test.reset()
      await queries.invalidateQueries({ queryKey: adminApi.gateway.key() })
      setReplacing(false)
    },
  })
  const fixed = saved?.source === 'environment'
  useUnsaved('gateway', form.isChanged)
  const test = useSubmission({
    mutationFn: () => adminClient.gateway.test(),
    onSuccess: () => queries.invalidateQueries({ queryKey: adminApi.gateway.state.key() }),
  })
  const mode = saved && modeOf(saved.api_key)
  const begin = (next: boolean) => {
    form.forget()
    setReplacing(next)
    setTimeout(() => (next ? secret : opener).current?.focus())
  }
  return (
    <Card asChild padded display="grid" gap="4.5">
      <form method="post" noValidate onSubmit={form.submit} aria-labelledby="gateway-name">
        <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="3">
          <chakra.h2 id="gateway-name" textStyle="h3" fontSize="1.375rem">
            Razorpay
          </chakra.h2>
          {mode && <Mode {...mode} />}
        </chakra.div>
        {fixed && <p>These keys are set on the server and can only be changed there.</p>}
        <Field
          label="API Key"
          required
          readOnly={fixed}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          fontFamily="mono"
          {...form.field('api_key')}
        />
        <chakra.div display="flex" gap="2" alignItems="start">
          <chakra.div flex="1">
            <Field
              label="API Secret"
              required
              readOnly={fixed || !replacing}
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              fontFamily="mono"
              help={
                replacing
                  ? 'Paste the secret for this key.'
                  : 'The saved secret is never shown again. Paste a new one to change it.'
              }
              ref={secret}
              {...form.field('api_secret')}
            />
          </chakra.div>
          {!fixed && saved && (
            <Button ref={opener} variant="outline" mt="26px" onClick={() => begin(!replacing)}>
              {replacing ? 'Cancel' : 'Replace'}
            </Button>
          )}
        </chakra.div>
        {!saved && (
          <Field
            label="Webhook secret"
            optional
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            fontFamily="mono"
            help="The same secret you enter in your Razorpay dashboard. You can also add it later."
            {...form.field('webhook_secret')}
          />
        )}
        <chakra.div display="flex" flexWrap="wrap" gap="3">
          {!fixed && (
            <Button type="submit" busy={form.isPending} busyText="Saving...">
              Save keys
            </Button>
          )}
          {saved && (
            <WaitingButton
              variant="outline"
              waitsFor={form.isChanged && 'Save the keys first'}
              busy={test.isPending}
              busyText="Testing..."
              onClick={() => test.mutate()}
            >
              <Icon of={IconPlugConnected} />
              Test keys
            </WaitingButton>
          )}
        </chakra.div>
        <KeyTest of="Razorpay" result={test.data} error={test.error} />
      </form>
    </Card>
  )
}
