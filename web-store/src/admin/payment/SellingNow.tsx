import { useQuery } from '@tanstack/react-query'
import type { GatewayState } from 'contract/gateway'
import { chakra } from '../../ui/chakra.ts'
import { Stack, Tag } from '../../ui/layout.tsx'
import { adminApi } from '../host/admin-api.ts'
import { LoadedPane } from '../kit/loaded.tsx'
import { WebhookSecret } from './WebhookSecret.tsx'

/** Names the source of the keys that take payments. */
const gateways: Record<GatewayState['source'], string> = {
  environment: 'Razorpay, with the keys set on the server',
  admin: 'Razorpay, with the keys saved here',
  sandbox: 'Sandbox, only for testing',
  none: 'Not set up: buyers cannot pay',
}

const modes = {
  live: { label: 'Real money', palette: 'success' },
  test: { label: 'No real money', palette: 'buy' },
} as const

/** Shows the gateway that takes payments now, and the state of its webhook. */
export function SellingNow() {
  const query = useQuery({ ...adminApi.gateway.state.queryOptions(), staleTime: 0 })
  return (
    <LoadedPane
      title="Payment mode"
      beside={({ mode }) => mode && <Mode {...modes[mode]} />}
      query={query}
      failed="Failed to load the payment status"
      height="96px"
    >
      {(state) => (
        <>
          <Stack gap="1">
            <p>
              <b>{state.saved_unreadable ? 'The saved keys cannot be read' : gateways[state.source]}</b>
            </p>
            {state.saved_unreadable && (
              <chakra.p color="danger.fg">
                The server’s encryption key has changed, so nobody can pay with the saved keys. Enter key, secret and
                webhook secret again, or restore the former encryption key.
              </chakra.p>
            )}
            {state.saved_untested && !state.saved_unreadable && (
              <chakra.p color="buy.fg">Test the saved keys below to start taking payments with them.</chakra.p>
            )}
          </Stack>
          <WebhookSecret state={state} />
        </>
      )}
    </LoadedPane>
  )
}

/** Says whether keys take real money. */
export const Mode = ({ label, palette }: { label: string; palette: 'success' | 'buy' }) => (
  <Tag coloured colorPalette={palette}>
    {label}
  </Tag>
)
