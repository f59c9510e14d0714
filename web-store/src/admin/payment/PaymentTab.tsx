import { useQuery } from '@tanstack/react-query'
import type { GatewayState } from 'contract/gateway'
import { chakra } from '../../ui/chakra.ts'
import { Stack, Tag } from '../../ui/layout.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { Loaded, Pane } from '../kit/loaded.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { GatewayKeys } from './GatewayKeys.tsx'
import { Webhook } from './Webhook.tsx'

const modes = {
  live: { label: 'Live', palette: 'success', text: 'Buyers pay with real money.' },
  test: {
    label: 'Test',
    palette: 'buy',
    text: 'Buyers see Razorpay’s real payment page, but no money moves. Save live keys to be paid.',
  },
  sandbox: {
    label: 'Test',
    palette: 'buy',
    text: 'Your shop’s own practice page takes payments, and no money moves. Connect Razorpay to be paid.',
  },
  none: { label: 'Not set up', palette: 'danger', text: 'Buyers cannot pay yet. Connect Razorpay.' },
} as const

const modeOf = ({ source, mode }: GatewayState) => modes[source === 'sandbox' ? source : (mode ?? 'none')]

/** Says what happens when a buyer pays now, and what keeps the saved keys from it. */
function stateText(state: GatewayState): string {
  if (state.saved_unreadable)
    return 'The saved keys cannot be read, so nobody can pay with them: the server’s encryption key has changed. Enter them again, or restore the former encryption key.'
  if (state.saved_untested) return 'Your keys are saved. Test them to start taking payments with them.'
  return modeOf(state).text
}

const hasKeys = ({ source, can_set_webhook_secret }: GatewayState) => source === 'environment' || can_set_webhook_secret

/** Razorpay: whether buyers pay with real money, the keys, and whether its events arrive. */
export default function PaymentTab() {
  const state = useQuery({ ...adminApi.gateway.state.queryOptions(), staleTime: 0 })
  const mode = state.data && modeOf(state.data)
  return (
    <chakra.div maxW="760px">
      <TabHead
        title="Payment Gateway Configuration"
        back={{ to: adminPaths.tab('settings'), label: 'Settings' }}
        beside={
          mode && (
            <Tag coloured colorPalette={mode.palette}>
              {mode.label}
            </Tag>
          )
        }
      />
      <Loaded query={state} failed="Failed to load the payment status" height="240px">
        {(state) => (
          <Stack gap="6">
            <Pane title="Razorpay">
              <chakra.p color={state.saved_unreadable ? 'danger.fg' : undefined}>{stateText(state)}</chakra.p>
              <GatewayKeys isSaved={hasKeys(state) && !state.saved_unreadable} />
            </Pane>
            {hasKeys(state) && <Webhook state={state} />}
          </Stack>
        )}
      </Loaded>
    </chakra.div>
  )
}
