import { useQuery } from '@tanstack/react-query'
import type { GatewayState } from 'contract/gateway'
import { chakra } from '../../ui/chakra.ts'
import { Card, Skeleton, Tag } from '../../ui/layout.tsx'
import { adminApi } from '../host/admin-api.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { WebhookSecret } from './WebhookSecret.tsx'

const FAILED = 'Failed to load the payment status'

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
  const { data, error, refetch } = useQuery({ ...adminApi.gateway.state.queryOptions(), staleTime: 0 })
  if (error && !data) return <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
  const mode = data?.mode ? modes[data.mode] : undefined
  return (
    <Card asChild padded display="grid" gap="4.5">
      <section aria-labelledby="selling-now" aria-busy={!data || undefined}>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3">
          <chakra.h2 id="selling-now" textStyle="h3" fontSize="1.375rem">
            Payment mode
          </chakra.h2>
          {mode && (
            <Tag coloured colorPalette={mode.palette}>
              {mode.label}
            </Tag>
          )}
        </chakra.div>
        {data ? (
          <>
            <chakra.div display="grid" gap="1">
              <p>
                <b>{data.saved_unreadable ? 'The saved keys cannot be read' : gateways[data.source]}</b>
              </p>
              {data.saved_unreadable && (
                <chakra.p color="danger.fg">
                  The server’s encryption key has changed, so nobody can pay with the saved keys. Enter key, secret and
                  webhook secret again, or restore the former encryption key.
                </chakra.p>
              )}
              {data.saved_untested && !data.saved_unreadable && (
                <chakra.p color="buy.fg">Test the saved keys below to start taking payments with them.</chakra.p>
              )}
            </chakra.div>
            <WebhookSecret state={data} />
          </>
        ) : (
          <Skeleton h="96px" />
        )}
      </section>
    </Card>
  )
}
