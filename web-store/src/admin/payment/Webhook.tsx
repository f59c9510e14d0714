import type { GatewayState } from 'contract/gateway'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Input } from '../../ui/Field.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { later } from '../../ui/later.tsx'
import { Row } from '../../ui/layout.tsx'
import { IconCircleCheck, IconClock } from '../../ui/secondary-icons.ts'
import { Split } from '../forms/form-parts.tsx'
import { usePlatform } from '../host/platform.tsx'
import { Pane } from '../kit/loaded.tsx'
import { CopyText } from '../lists/CopyText.tsx'
import { useHealth } from '../overview/health.ts'

const Steps = chakra('ol', {
  base: { display: 'grid', gap: '1', mt: '2', ps: '5', listStyleType: 'decimal', color: 'fg.muted' },
})

const WebhookSecret = later(() => import('./WebhookSecret.tsx'))

/** The sandbox’s own secret is none of the saved keys. */
const secrets: Record<NonNullable<GatewayState['webhook_secret']>, string> = {
  environment: 'Webhook secret: set on the server',
  admin: 'Webhook secret: saved here',
  sandbox: 'Webhook secret: not set. Until then your shop hears about payments a few minutes late.',
}

/** The address to which Razorpay reports, whether an event has arrived by it, and how to set it up. */
export function Webhook({ state }: { state: GatewayState }) {
  const address = usePlatform().storeAddress('/api/webhooks/razorpay')
  const { data: health } = useHealth()
  const [open, setOpen] = useState(false)
  const last = health?.last_webhook_at
  return (
    <Pane title="Webhook address">
      <Row gap="2">
        <Input readOnly aria-label="Webhook address" value={address} fontFamily="mono" fontSize=".875rem" />
        <CopyText text={address} of="webhook address" />
      </Row>
      {health && (
        <div>
          <Row gap="2" colorPalette={last ? 'success' : 'buy'} color="colorPalette.fg">
            <Icon of={last ? IconCircleCheck : IconClock} />
            {last ? `Last event received ${dateTimeText(last)}` : 'No event received yet'}
          </Row>
          <chakra.details open={!last} mt="2">
            <chakra.summary cursor="pointer">How to set it up</chakra.summary>
            <Steps>
              <li>In your Razorpay dashboard open Account & Settings, Webhooks, Add New Webhook.</li>
              <li>Paste the address, and type a secret of your own. Set the same secret below.</li>
              <li>
                Choose the payment link, payment and refund events, and order.paid. For memberships, also the
                subscription events and invoice.paid.
              </li>
            </Steps>
          </chakra.details>
        </div>
      )}
      <Split>
        <p>{secrets[state.webhook_secret ?? 'sandbox']}</p>
        {state.can_set_webhook_secret && (
          <Button variant="outline" onClick={() => setOpen(true)}>
            {state.webhook_secret === 'admin' ? 'Replace webhook secret' : 'Set webhook secret'}
          </Button>
        )}
      </Split>
      {open && <WebhookSecret of="webhook" onClose={() => setOpen(false)} />}
    </Pane>
  )
}
