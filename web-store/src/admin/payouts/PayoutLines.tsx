import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { SettlementLine } from 'contract/settlements'
import { Link } from 'react-router-dom'
import type { z } from 'zod'
import { chakra } from '../../ui/chakra.ts'
import { countText, dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Card } from '../../ui/layout.tsx'
import { IconInfoCircle } from '../../ui/secondary-icons.ts'
import { TextLink, VisuallyHidden } from '../../ui/text.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi, adminClient, withTotal } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import type { Column } from '../lists/column.ts'
import { TableOf } from '../lists/DataTable.tsx'
import { ErrorState } from '../lists/ErrorState.tsx'
import { Pages } from '../lists/Pages.tsx'
import { Mono } from '../lists/table-parts.tsx'
import type { ListParams } from '../lists/use-list-params.ts'
import { signedText } from './signed-text.ts'

type Line = z.input<typeof SettlementLine>

const SHOWN = 10
const FAILED = 'Failed to load the lines of the payout'
const methods: Record<string, string> = {
  upi: 'UPI',
  card: 'Card',
  netbanking: 'Net banking',
  wallet: 'Wallet',
  emi: 'EMI',
  paylater: 'Pay later',
}
const kinds: Record<string, string> = { refund: 'Refund', dispute: 'Dispute', adjustment: 'Correction' }

const linesOf = (payout: string | undefined, page: number) =>
  queryOptions({
    queryKey: [...adminApi.settlements.key(), 'lines', payout, page],
    queryFn: ({ signal }) =>
      withTotal(
        (options) =>
          adminClient.settlements.lines(
            { ...(payout && { payout }), limit: String(SHOWN), offset: String((page - 1) * SHOWN) },
            options,
          ),
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

const feeText = (fee: number | null) => (fee === null ? 'not reported' : fee === 0 ? 'none' : signedText(fee))

const columns: Column<Line>[] = [
  {
    head: 'Order',
    lead: true,
    cell: ({ order_id, order_no, id, kind }) =>
      order_id ? (
        <chakra.span
          data-back={kind === 'payment' ? undefined : ''}
          color="action.fg"
          fontWeight="600"
          textDecoration="underline"
          whiteSpace="nowrap"
        >
          <Link to={adminPaths.tab('orders', { order: order_id })}>{order_no}</Link>
        </chakra.span>
      ) : (
        <Mono data-back={kind === 'payment' ? undefined : ''}>{id}</Mono>
      ),
  },
  {
    head: 'Buyer',
    cell: ({ buyer, order_id }) => (
      <chakra.span overflowWrap="anywhere" lineClamp="2" title={buyer ?? undefined}>
        {buyer ?? (order_id ? 'Deleted account' : 'Not in this shop')}
      </chakra.span>
    ),
  },
  {
    head: 'Paid by',
    cell: ({ kind, method }) =>
      kind === 'payment' ? (methods[method ?? ''] ?? method) : (kinds[kind] ?? 'Correction'),
  },
  { head: 'When', cell: ({ at }) => at && <time dateTime={at}>{dateTimeText(at)}</time> },
  { head: 'Amount', label: 'Amount', numeric: true, cell: ({ amount }) => signedText(amount) },
  { head: 'Fee', label: 'Fee', numeric: true, cell: ({ fee }) => feeText(fee) },
  { head: 'GST on it', label: 'GST', numeric: true, cell: ({ fee_tax }) => feeText(fee_tax) },
  { head: 'You get', numeric: true, phone: 'first', cell: ({ you_get }) => <b>{signedText(you_get)}</b> },
]

type PayoutLinesProps = { payout: string | undefined; title: string; list: ListParams<string> }

/** The lines of a payout, of the next one without `payout`: fee and GST of each order. */
export function PayoutLines({ payout, title, list }: PayoutLinesProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(linesOf(payout, list.page))
  useFailureToast(error, FAILED)
  if (error && !data) return <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
  const rows = data?.data.lines
  const total = data?.total ?? 0
  return (
    <Card
      as="section"
      id="lines"
      aria-label={title}
      overflow="hidden"
      aria-busy={!rows || isPlaceholderData || undefined}
      css={{ '& tr:has([data-back]) :is(td, a)': { color: 'offer.fg' } }}
    >
      <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap="3" px={{ base: '4', md: '5' }} py="4">
        <chakra.h2 textStyle="h3">{title}</chakra.h2>
        {total > 0 && (
          <chakra.span textStyle="sm" color="fg.muted">
            {countText(total, 'line')}, newest first
          </chakra.span>
        )}
        {payout && (
          <TextLink to={adminPaths.tab('payouts')} ms="auto">
            Next payout
          </TextLink>
        )}
      </chakra.div>
      {rows?.length === 0 ? (
        <chakra.p px={{ base: '4', md: '5' }} pb="5" color="fg.muted">
          {payout ? 'Razorpay’s list, as it was last fetched, has no such payout.' : 'No payment waits for a payout.'}
        </chakra.p>
      ) : (
        <TableOf columns={columns} rows={rows} keyOf={({ kind, id }) => `${kind} ${id}`}>
          <VisuallyHidden as="caption">{title}</VisuallyHidden>
        </TableOf>
      )}
      {total > SHOWN && <Pages list={list} total={total} size={SHOWN} />}
      {rows?.some(({ kind }) => kind === 'refund') && (
        <Muted display="flex" gap="2.5" px={{ base: '4', md: '5' }} py="3.5" borderTopWidth="1px" borderColor="border">
          <Icon of={IconInfoCircle} size={20} />
          <span>Razorpay does not return its fee when you refund, nor the GST on it.</span>
        </Muted>
      )}
    </Card>
  )
}
