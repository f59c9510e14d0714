import { useQuery } from '@tanstack/react-query'
import { keyMode } from 'contract/key-mode'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Help, Tools } from '../forms/form-parts.tsx'
import { adminApi, type adminClient } from '../host/admin-api.ts'
import { text } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { Mono } from '../lists/table-parts.tsx'
import { testsGo } from '../overview/remove-tests.ts'
import { useInTest } from '../shell/in-test.tsx'
import { KeyTest } from './KeyTest.tsx'

const ConfirmDialog = later(() => import('../../ui/ConfirmDialog.tsx'))

type Saved = Awaited<ReturnType<typeof adminClient.gateway.get>>

const key = { secret: true, maxLength: 200 } as const
const fields = {
  api_key: text('API Key', { ...key, help: 'Begins with rzp_test_ or rzp_live_.' }),
  api_secret: text('API Secret', { ...key, help: 'Razorpay shows it once. Here it is never shown again.' }),
}

/** The saved keys in a line with their test; before that, or to replace them, the form. A save tests them, too. */
export function GatewayKeys({ isSaved }: { isSaved: boolean }) {
  const keys = useQuery({ ...adminApi.gateway.get.queryOptions(), enabled: isSaved, staleTime: 0 })
  const [replacing, setReplacing] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const inTest = useInTest()
  const { data: todo } = useQuery({ ...adminApi.overview.todo.queryOptions(), enabled: inTest })
  const [goingLive, setGoingLive] = useState(false)
  // Every screen says whether the shop is in test.
  const also = [adminApi.settings.public.queryKey(), adminApi.overview.todo.queryKey()]
  const test = useAct(adminApi.gateway.test, { done: null, failed: 'Not checked', beside: true, also })
  const form = useForm(adminApi.gateway.add, fields, {
    draft: 'gateway',
    secret: true,
    of: {},
    check: ({ api_key, api_secret }) => ({
      api_key: api_key.trim() ? undefined : 'API Key is required',
      api_secret: api_secret.trim() ? undefined : 'API Secret is required',
    }),
    done: null,
    failed: 'Failed to update payment gateway configuration',
    toasts: true,
    fallback: '',
    also,
    onDone: () => {
      begin(false)
      test.run()
    },
  })
  const isLive = keyMode(form.values.api_key.trim()) === 'live'
  const submit = (event?: FormEvent<HTMLElement>) => {
    if (!inTest || !isLive || !form.values.api_secret.trim()) return form.submit(event)
    event?.preventDefault()
    setGoingLive(true)
  }
  const begin = (next: boolean) => {
    form.forget()
    test.reset()
    setReplacing(next)
    setTimeout(() => box.current?.querySelector<HTMLElement>(next ? 'input' : 'button')?.focus())
  }
  return (
    <Stack ref={box} gap="4">
      {isSaved && !replacing ? (
        <Loaded query={keys} failed="Failed to load payment gateway configuration" height="44px" toasts>
          {(saved) => (
            <Tools gap="3">
              <chakra.div flex="1 1 260px" minW="0" overflowWrap="anywhere">
                <p>
                  <b>Razorpay keys</b> <Mono>{saved.api_key}</Mono>
                </p>
                <Help>{stateOf(saved)}</Help>
              </chakra.div>
              <Button variant="outline" busy={test.busy} busyText="Testing..." onClick={() => test.run()}>
                Test keys
              </Button>
              {saved.source === 'admin' && (
                <Button variant="outline" onClick={() => begin(true)}>
                  Replace
                </Button>
              )}
            </Tools>
          )}
        </Loaded>
      ) : (
        <Form
          form={{ ...form, submit }}
          title="Razorpay"
          layout={[
            <Help key="where">
              Log in at dashboard.razorpay.com, open Account & Settings, API keys, and generate a key. Test keys work at
              once; live keys after Razorpay has approved your account.
            </Help>,
            'api_key',
            'api_secret',
          ]}
        >
          <Tools gap="3">
            <SaveButton of={form} always>
              {inTest && isLive ? 'Go live' : 'Save and test'}
            </SaveButton>
            {isSaved && (
              <Button variant="outline" onClick={() => begin(false)}>
                Cancel
              </Button>
            )}
          </Tools>
        </Form>
      )}
      {goingLive && (
        <ConfirmDialog
          open
          calm
          title="Go live?"
          confirmLabel="Go live"
          cancelLabel="Not yet"
          onConfirm={() => {
            setGoingLive(false)
            form.submit()
          }}
          onClose={() => setGoingLive(false)}
        >
          From now on buyers pay real money. Receipts and invoices begin at their own first number.{' '}
          {todo && todo.test_orders > 0 && testsGo(todo.test_orders)}
        </ConfirmDialog>
      )}
      <KeyTest of="Razorpay" result={test.data} error={test.error} />
    </Stack>
  )
}

const stateOf = ({ source, verified_at }: Saved): string =>
  source === 'environment'
    ? 'Set on the server, and can only be changed there.'
    : verified_at
      ? `Tested ${dateText(new Date(verified_at))}`
      : 'Not tested yet'
