import { useQuery } from '@tanstack/react-query'
import { RefundLimit as Limit } from 'contract/orders/refund-requests'
import { ReferralReward as Reward } from 'contract/referrals'
import { isApiError } from '../../api/client.ts'
import { chakra } from '../../ui/chakra.ts'
import { Input } from '../../ui/Field.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { slot } from '../../ui/slot.tsx'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { usePlatform } from '../host/platform.tsx'
import { number, rupees } from '../kit/fields.tsx'
import { Loaded, Pane } from '../kit/loaded.tsx'
import { settingsCard } from '../kit/settings-card.tsx'
import { CopyText } from '../lists/CopyText.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { GatewayKeys } from './GatewayKeys.tsx'
import { HealthCard } from './HealthCard.tsx'
import { SellingNow } from './SellingNow.tsx'
import { UnmatchedEventsCard } from './UnmatchedEventsCard.tsx'

/** Cards that other features add. */
const Parts = slot(import.meta.glob('../*/PaymentPart.tsx', { eager: true }))

/** No keys are set yet: that is a state, not a failure. */
const isUnset = (error: unknown) => isApiError(error) && (error.status === 404 || error.message.includes('404'))

/** Above how much a refund needs a second person; empty: never. */
const RefundLimit = settingsCard({
  title: 'Refund limit',
  load: adminApi.orders.refundLimit,
  save: adminApi.orders.setRefundLimit,
  schema: Limit,
  stored: ({ refund_limit }) => refund_limit,
  codes: { invalid: 'limit' },
  fields: {
    limit: rupees('Approval needed above (₹)', {
      optional: true,
      min: 1,
      help: 'What you refund of one order adds up. Above the limit, another owner or finance admin has to approve the refund first. Leave it empty for no limit.',
    }),
  },
  foot: ({ approvers }) =>
    approvers < 2 && (
      <Help>You are the only one who may refund. Add another owner or a finance admin to set a limit.</Help>
    ),
  button: 'Save limit',
  waitsFor: 'Change the limit first',
})

/** Edits the reward of a student whose friend buys; off at 0. */
const ReferralReward = settingsCard({
  title: 'Referral reward',
  load: adminApi.referrals.get,
  save: adminApi.referrals.update,
  schema: Reward,
  stored: ({ referrals }) => referrals,
  fields: {
    reward_coins: number('Coins for a first purchase', {
      unmarked: true,
      min: 0,
      max: 100_000,
      help: 'Students get these coins 30 days after a friend who signed up with their code makes a first purchase, or when your guarantee ends if that is later. A full refund removes them. A new amount counts for purchases from now on. Enter 0 for no reward.',
    }),
  },
  foot: ({ rewarded, taken_back }) =>
    rewarded > 0 && (
      <Help>
        Paid {rewarded} {rewarded === 1 ? 'time' : 'times'} so far, {taken_back} removed with a refund.
      </Help>
    ),
  button: 'Save reward',
  waitsFor: 'Change the coins first',
})

/** The gateway's keys, whether all is well with it, the address it reports to, when a refund needs two, and what a referral earns. */
export default function PaymentTab() {
  const platform = usePlatform()
  const query = useQuery({ ...adminApi.gateway.get.queryOptions(), staleTime: 0 })
  const unset = !query.data && isUnset(query.error)
  const webhook = platform.storeAddress('/api/webhooks/razorpay')
  return (
    <chakra.div maxW="1040px" mx="auto">
      <TabHead title="Payment" />
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,1fr) 400px' }}
        gap="6"
        alignItems="start"
      >
        <Stack gap="6">
          <SellingNow />
          {unset ? (
            <GatewayKeys key="unset" saved={undefined} />
          ) : (
            <Loaded query={query} failed="Failed to load payment gateway configuration" height="240px" toasts>
              {(data) => (
                <GatewayKeys key={data.api_secret ? 'set' : 'unset'} saved={data.api_secret ? data : undefined} />
              )}
            </Loaded>
          )}
          <RefundLimit />
          <ReferralReward />
          <Parts />
        </Stack>
        <Stack as="aside" gap="6">
          <HealthCard />
          <Pane title="Webhook address">
            <Row gap="2">
              <Input readOnly aria-label="Webhook address" value={webhook} fontFamily="mono" fontSize=".875rem" />
              <CopyText text={webhook} of="webhook address" />
            </Row>
            <Help>
              Add it in your Razorpay dashboard. Choose the payment link, payment and refund events, and order.paid.
            </Help>
          </Pane>
          <UnmatchedEventsCard />
        </Stack>
      </chakra.div>
    </chakra.div>
  )
}
