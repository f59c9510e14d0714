import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { isApiError } from '../../api/client.ts'
import { chakra } from '../../ui/chakra.ts'
import { Input } from '../../ui/Field.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Card } from '../../ui/layout.tsx'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { usePlatform } from '../host/platform.tsx'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { CopyText } from '../lists/CopyText.tsx'
import { ErrorState } from '../lists/ErrorState.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { GatewayKeys } from './GatewayKeys.tsx'
import { HealthCard } from './HealthCard.tsx'
import { ReferralReward } from './ReferralReward.tsx'
import { RefundLimit } from './RefundLimit.tsx'
import { SellingNow } from './SellingNow.tsx'
import { UnmatchedEventsCard } from './UnmatchedEventsCard.tsx'

/** Cards that other features add. */
const parts = Object.entries(import.meta.glob<{ default: ComponentType }>('../*/PaymentPart.tsx', { eager: true }))

const FAILED = 'Failed to load payment gateway configuration'

/** No keys are set yet: that is a state, not a failure. */
const isUnset = (error: unknown) => isApiError(error) && (error.status === 404 || error.message.includes('404'))

/** The gateway's keys, whether all is well with it, the address it reports to, when a refund needs two, and what a referral earns. */
export default function PaymentTab() {
  const platform = usePlatform()
  const { data, error, refetch } = useQuery({ ...adminApi.gateway.get.queryOptions(), staleTime: 0 })
  const unset = isUnset(error)
  useFailureToast(unset ? null : error, FAILED)
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
        <chakra.div display="grid" gap="6">
          <SellingNow />
          {error && !unset && !data ? (
            <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
          ) : data || unset ? (
            <GatewayKeys key={data?.api_secret ? 'set' : 'unset'} saved={data?.api_secret ? data : undefined} />
          ) : (
            <Loading minH="240px" />
          )}
          <RefundLimit />
          <ReferralReward />
          {parts.map(([file, { default: Part }]) => (
            <Part key={file} />
          ))}
        </chakra.div>
        <chakra.aside display="grid" gap="6">
          <HealthCard />
          <Card padded display="grid" gap="4">
            <chakra.h2 textStyle="h3" fontSize="1.375rem">
              Webhook address
            </chakra.h2>
            <chakra.div display="flex" gap="2" alignItems="center">
              <Input readOnly aria-label="Webhook address" value={webhook} fontFamily="mono" fontSize=".875rem" />
              <CopyText text={webhook} of="webhook address" />
            </chakra.div>
            <Help>
              Add it in your Razorpay dashboard. Choose the payment link, payment and refund events, and order.paid.
            </Help>
          </Card>
          <UnmatchedEventsCard />
        </chakra.aside>
      </chakra.div>
    </chakra.div>
  )
}
