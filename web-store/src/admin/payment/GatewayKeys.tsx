import { useQueryClient } from '@tanstack/react-query'
import { keyMode } from 'contract/key-mode'
import { useRef, useState } from 'react'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Row } from '../../ui/layout.tsx'
import { Tools } from '../forms/form-parts.tsx'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { IconPlugConnected } from '../host/admin-icons.ts'
import { text } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { Pane } from '../kit/loaded.tsx'
import { KeyTest } from './KeyTest.tsx'
import { Mode } from './SellingNow.tsx'

type Saved = { api_key: string; api_secret: string; source: 'admin' | 'environment' }

const key = { secret: true, maxLength: 200 } as const

/** Key and secret. The saved secret is never shown again: it is replaced or left. */
export function GatewayKeys({ saved }: { saved: Saved | undefined }) {
  const queries = useQueryClient()
  const [replacing, setReplacing] = useState(saved === undefined)
  const secret = useRef<HTMLDivElement>(null)
  const fixed = saved?.source === 'environment'
  const fields = {
    api_key: text('API Key', { ...key, readOnly: fixed }),
    api_secret: text('API Secret', { ...key, readOnly: fixed || !replacing }),
    webhook_secret: text('Webhook secret', {
      ...key,
      optional: true,
      help: 'The same secret you enter in your Razorpay dashboard. You can also add it later.',
    }),
  }
  const form = useForm(adminApi.gateway.add, fields, {
    draft: 'gateway',
    secret: true,
    begun: { api_key: saved?.api_key, api_secret: replacing ? '' : saved?.api_secret },
    of: {},
    check: ({ api_key, api_secret }) => ({
      api_key: api_key.trim() ? undefined : 'API Key is required',
      api_secret: api_secret.trim() ? undefined : 'API Secret is required',
    }),
    failed: 'Failed to update payment gateway configuration',
    toasts: true,
    fallback: '',
    onDone: () => {
      test.reset()
      setReplacing(false)
    },
  })
  const test = useSubmission({
    mutationFn: () => adminClient.gateway.test(),
    onSuccess: () => queries.invalidateQueries({ queryKey: adminApi.gateway.state.key() }),
  })
  const begin = (next: boolean) => {
    form.forget()
    setReplacing(next)
    setTimeout(() => secret.current?.querySelector<HTMLElement>(next ? 'input' : 'button')?.focus())
  }
  const { values, put, errorOf } = form
  return (
    <Pane title="Razorpay" beside={saved && <Mode {...modeOf(saved.api_key)} />}>
      <Form
        form={form}
        title="Razorpay"
        layout={[
          fixed && <p key="fixed">These keys are set on the server and can only be changed there.</p>,
          'api_key',
          <Row key="secret" ref={secret} gap="2" alignItems="start">
            <chakra.div flex="1">
              {fields.api_secret.draw({
                name: 'api_secret',
                value: values.api_secret,
                put: (api_secret) => put({ api_secret }),
                error: errorOf('api_secret'),
                help: replacing
                  ? 'Paste the secret for this key.'
                  : 'The saved secret is never shown again. Paste a new one to change it.',
              })}
            </chakra.div>
            {!fixed && saved && (
              <Button variant="outline" mt="26px" onClick={() => begin(!replacing)}>
                {replacing ? 'Cancel' : 'Replace'}
              </Button>
            )}
          </Row>,
          !saved && 'webhook_secret',
        ]}
      >
        <Tools gap="3">
          {!fixed && (
            <SaveButton of={form} always>
              Save keys
            </SaveButton>
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
        </Tools>
        <KeyTest of="Razorpay" result={test.data} error={test.error} />
      </Form>
    </Pane>
  )
}

/** Keys of the sandbox and of Razorpay's test mode say so in their names. */
const modeOf = (apiKey: string) =>
  keyMode(apiKey) === 'live'
    ? ({ label: 'Live', palette: 'success' } as const)
    : ({ label: 'Test', palette: 'buy' } as const)
