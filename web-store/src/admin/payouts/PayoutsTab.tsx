import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isMonth } from 'contract/fields'
import { indianDay } from 'contract/indian-time'
import { useSearchParams } from 'react-router-dom'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconReceipt } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { Help } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { IconRefresh } from '../host/admin-icons.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { ExportButton } from '../lists/ExportButton.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { Differences } from './Differences.tsx'
import { PayoutList } from './PayoutList.tsx'
import { PayoutSums } from './PayoutSums.tsx'

const FAILED = 'Failed to load the payouts'

/** Shows Razorpay's payouts and fees of a month, and the differences between its list and the orders. */
export default function PayoutsTab() {
  const [search, setSearch] = useSearchParams()
  const present = indianDay(shopNow()).slice(0, 7)
  const requested = search.get('month') ?? ''
  const month = isMonth(requested) && requested <= present ? requested : present
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...adminApi.settlements.month.queryOptions({ input: { month } }),
    staleTime: 0,
  })
  useFailureToast(error, FAILED)
  const read = useSubmission({
    mutationFn: () => adminClient.settlements.read({ month }),
    onSuccess: () => queries.invalidateQueries({ queryKey: adminApi.settlements.key() }),
    onError: (failure) => {
      toast.error('Razorpay’s list could not be fetched', { description: errorText(failure, 'Please try again.') })
    },
  })
  return (
    <>
      <TabHead title="Payouts" />
      <chakra.div display="flex" flexWrap="wrap" gap="3" alignItems="end" mb="6">
        <chakra.div w={{ base: 'full', sm: '220px' }}>
          <Field
            key={month}
            label="Month"
            type="month"
            placeholder="2026-11"
            max={present}
            defaultValue={month}
            onChange={({ target }) => {
              if (isMonth(target.value) && target.value <= present)
                setSearch({ tab: 'payouts', month: target.value }, { replace: true })
            }}
          />
        </chakra.div>
        <Button variant="outline" busy={read.isPending} busyText="Fetching..." onClick={() => read.mutate()}>
          <Icon of={IconRefresh} />
          Fetch from Razorpay
        </Button>
        {data?.read_at && <ExportButton table="settlements" input={{ month }} name={`payouts-${month}`} />}
      </chakra.div>
      {error && !data ? (
        <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading minH="240px" />
      ) : data.read_at === null ? (
        <PageMessage icon={IconReceipt} title="This month has not been fetched yet">
          Razorpay’s list is fetched automatically in the first days of the next month, or now with “Fetch from
          Razorpay”.
        </PageMessage>
      ) : (
        <chakra.div display="grid" gap="6">
          <PayoutSums month={data} />
          {data.unread > 0 && (
            <chakra.p role="alert" color="danger.fg">
              {data.unread} entries of Razorpay’s list could not be fetched, so these sums are without them.
            </chakra.p>
          )}
          <Differences differences={data.differences} total={data.differences_total} />
          <PayoutList payouts={data.payouts} />
          <Help>Fetched from Razorpay on {dateTimeText(data.read_at)}.</Help>
        </chakra.div>
      )}
    </>
  )
}
