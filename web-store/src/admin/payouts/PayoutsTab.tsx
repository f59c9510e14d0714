import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isMonth } from 'contract/fields'
import { addDays, indianDay } from 'contract/indian-time'
import { Link } from 'react-router-dom'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Card, Stack } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconReceipt } from '../../ui/secondary-icons.ts'
import { Help, Split } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { IconRefresh } from '../host/admin-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useIsOwner } from '../host/me.queries.ts'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { ExportButton } from '../lists/ExportButton.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { BalanceChart } from './BalanceChart.tsx'
import { Differences } from './Differences.tsx'
import { MoneyDown } from './MoneyDown.tsx'
import { NextPayoutCard } from './NextPayoutCard.tsx'
import { PayoutLines } from './PayoutLines.tsx'
import { PayoutList } from './PayoutList.tsx'
import { UnmatchedEvents } from './UnmatchedEvents.tsx'

/** Reads the month before, and with it the present one: the next payout needs both. */
const readMonths = {
  key: () => adminApi.settlements.key(),
  call: async ({ present, month }: { present: string; month: string }) => {
    const before = addDays(`${present}-01`, -1).slice(0, 7)
    await adminClient.settlements.read({ month: before })
    if (month < before) await adminClient.settlements.read({ month })
  },
}

/** Shows Razorpay's next payout, the balance by day, and the payouts of a month with their differences from the orders. */
export default function PayoutsTab() {
  const list = useListParams([])
  const present = indianDay(shopNow()).slice(0, 7)
  const requested = list.get('month')
  const month = isMonth(requested) && requested <= present ? requested : present
  const payout = list.get('payout') || undefined
  const next = useQuery({ ...adminApi.settlements.next.queryOptions(), staleTime: 0 })
  const paidOut = useQuery({
    ...adminApi.settlements.month.queryOptions({ input: { month } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const read = useAct(readMonths, { done: null, failed: 'Razorpay’s list could not be fetched' })
  const query = {
    data: next.data && paidOut.data && { ahead: next.data, data: paidOut.data },
    error: next.error ?? paidOut.error,
    refetch: () => Promise.all([next.refetch(), paidOut.refetch()]),
  }
  const { begun = false, waiting = null } = next.data ?? {}
  const isEmpty = next.data !== undefined && !begun && !(waiting && waiting.payments + waiting.refund_count > 0)
  const isOwner = useIsOwner()
  const { data: gateway } = useQuery({ ...adminApi.gateway.state.queryOptions(), enabled: isEmpty && isOwner })
  const isConnected = gateway?.source !== 'none'
  const connect = (
    <Button asChild>
      <Link to={adminPaths.tab('payment')}>Connect Razorpay</Link>
    </Button>
  )
  const fetchButton = (
    <Button variant="outline" busy={read.busy} busyText="Fetching..." onClick={() => read.run({ present, month })}>
      <Icon of={IconRefresh} />
      Fetch from Razorpay
    </Button>
  )
  return (
    <>
      <TabHead title="Payouts">
        {begun && paidOut.data?.read_at && (
          <ExportButton table="settlements" input={{ month }} name={`payouts-${month}`} />
        )}
        {!isEmpty && fetchButton}
      </TabHead>
      <Loaded query={query} failed="Failed to load the payouts" height="240px" toasts>
        {({ ahead, data }) => (
          <Stack gridTemplateColumns="minmax(0, 1fr)" gap="4">
            {isEmpty && (
              <PageMessage icon={IconReceipt} title="Your first payout" action={isConnected ? fetchButton : connect}>
                Razorpay pays to your bank about two working days after a payment. From then on you see here what is on
                its way, each transfer with its bank reference, and the fee with its GST. The list is fetched every
                night{ahead.read_at && `, last on ${dateTimeText(ahead.read_at)}`}.
              </PageMessage>
            )}
            {!isEmpty && ahead.waiting && (
              <>
                <NextPayoutCard waiting={ahead.waiting} />
                <BalanceChart days={ahead.days} />
              </>
            )}
            {((!isEmpty && ahead.waiting) || payout) && (
              <PayoutLines
                key={payout}
                payout={payout}
                title={
                  payout
                    ? `In the payout ${data.payouts.find((one) => one.settlement_id === payout)?.utr ?? payout}`
                    : 'In the next payout'
                }
                list={list}
              />
            )}
            {begun && (
              <Card as="section" aria-label="Paid out" overflow="hidden">
                <Split px={{ base: '4', md: '5' }} py="4">
                  <chakra.h2 textStyle="h3">Paid out</chakra.h2>
                  <chakra.div w={{ base: 'full', sm: '200px' }}>
                    <Field
                      key={month}
                      label="Month"
                      type="month"
                      placeholder="2026-11"
                      max={present}
                      defaultValue={month}
                      onChange={({ target }) => {
                        if (isMonth(target.value) && target.value <= present)
                          list.set({ month: target.value, payout: '' })
                      }}
                    />
                  </chakra.div>
                </Split>
                {data.read_at === null ? (
                  <chakra.p px={{ base: '4', md: '5' }} pb="5" color="fg.muted">
                    This month has not been fetched yet. “Fetch from Razorpay” fetches it now.
                  </chakra.p>
                ) : (
                  <PayoutList payouts={data.payouts} month={month} />
                )}
              </Card>
            )}
            {!isEmpty && data.read_at !== null && (
              <>
                {data.unread > 0 && (
                  <chakra.p role="alert" color="danger.fg">
                    {data.unread} entries of Razorpay’s list could not be fetched, so these sums are without them.
                  </chakra.p>
                )}
                <chakra.div
                  display="grid"
                  gap="4"
                  gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' }}
                  alignItems="start"
                >
                  <Card as="section" aria-label="Sums of the month" padded>
                    <chakra.h2 textStyle="h3" mb="2">
                      Sums of the month
                    </chakra.h2>
                    <MoneyDown
                      total="Paid to bank"
                      money={{
                        payments: data.payments,
                        paid: data.gross,
                        refunds: data.refunds,
                        fees: data.fees,
                        feeTax: data.fee_tax,
                        adjustments: data.adjustments,
                        total: data.to_bank,
                      }}
                    />
                  </Card>
                  <Differences isRead differences={data.differences} total={data.differences_total} />
                </chakra.div>
                <Help>Fetched from Razorpay on {dateTimeText(data.read_at)}.</Help>
              </>
            )}
            <UnmatchedEvents />
          </Stack>
        )}
      </Loaded>
    </>
  )
}
