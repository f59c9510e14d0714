import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Skeleton } from '../../ui/layout.tsx'
import { Price } from '../../ui/Price.tsx'

export const Receipt = chakra('dl', {
  base: {
    alignSelf: 'stretch',
    display: 'grid',
    gap: '1.5',
    py: '3',
    borderBlockWidth: '1px',
    borderColor: 'border',
    '&:last-child': { borderBottomWidth: '0', pb: '0' },
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& > div': { display: 'flex', justifyContent: 'space-between', gap: '4' },
    '& dt': { color: 'fg.muted' },
    '& dd': { fontWeight: '600', overflowWrap: 'anywhere', minW: '0', textAlign: 'right' },
  },
})

/** Reserves the room of a receipt, so that nothing below it moves. */
export const PendingReceipt = ({ rows }: { rows: number }) => (
  <Receipt aria-hidden>
    {Array.from({ length: rows }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows without a name, which never move
      <Skeleton key={at} h="1lh" />
    ))}
  </Receipt>
)

/** Loads the order of a payment: undefined while it loads, null if that fails. */
export function useOrder(orderId: string | undefined) {
  const requested = orderId !== undefined
  const { data, isFetching } = useQuery({
    ...api.orders.mine.queryOptions({ input: { limit: '100' } }),
    staleTime: 0,
    enabled: requested,
  })
  return data?.find((one) => one.order_id === orderId) ?? (requested && isFetching ? undefined : null)
}

/** Shows the order's number and total. */
export function OrderFacts({ order, total }: { order: ReturnType<typeof useOrder>; total: string }) {
  if (order === undefined) return <PendingReceipt rows={2} />
  if (order === null) return null
  return (
    <Receipt>
      <div>
        <dt>{t('Order')}</dt>
        <dd>{order.order_no}</dd>
      </div>
      <div>
        <dt>{total}</dt>
        <dd>
          <Price value={order.total} />
        </dd>
      </div>
      {order.status === 'created' && (
        <div>
          <dt>{t('Started')}</dt>
          <dd>{dateTimeText(order.purchase_date)}</dd>
        </div>
      )}
    </Receipt>
  )
}
