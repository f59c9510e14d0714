import type { Payout } from 'contract/settlements'
import { Link } from 'react-router-dom'
import type { z } from 'zod'
import { chakra } from '../../ui/chakra.ts'
import { dateText, rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { Row, Tag } from '../../ui/layout.tsx'
import { IconAlertTriangle } from '../../ui/secondary-icons.ts'
import { TextLink, VisuallyHidden } from '../../ui/text.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { CopyText } from '../lists/CopyText.tsx'
import type { Column } from '../lists/column.ts'
import { TableOf } from '../lists/DataTable.tsx'
import { Mono } from '../lists/table-parts.tsx'
import { DIFFERENCES } from './Differences.tsx'
import { signedText } from './signed-text.ts'

type Payouts = z.input<typeof Payout>[]

const columnsOf = (month: string): Column<Payouts[number]>[] => [
  {
    head: 'Day',
    lead: true,
    cell: ({ settlement_id, settled_at }) => (
      <chakra.span color="action.fg" fontWeight="600" textDecoration="underline" whiteSpace="nowrap">
        <Link to={`${adminPaths.tab('payouts', { month, payout: settlement_id })}#lines`}>
          {settled_at ? dateText(new Date(settled_at)) : settlement_id}
        </Link>
      </chakra.span>
    ),
  },
  {
    head: 'Bank reference (UTR)',
    wholeLine: true,
    cell: ({ utr }) =>
      utr ? (
        <Row display="inline-flex" gap="1.5">
          <Mono>{utr}</Mono>
          <CopyText text={utr} of="UTR" />
        </Row>
      ) : (
        'not reported'
      ),
  },
  { head: 'Lines', label: 'Lines', numeric: true, cell: ({ lines }) => lines.toLocaleString('en-IN') },
  {
    head: 'Matches your orders',
    label: 'Matches',
    cell: ({ off }) =>
      off === 0 ? (
        <Tag coloured colorPalette="success">
          <Icon of={IconCheck} size={16} />
          Yes
        </Tag>
      ) : (
        <Row display="inline-flex" flexWrap="wrap" gap="2">
          <Tag coloured colorPalette="buy">
            <Icon of={IconAlertTriangle} size={16} />
            {rupeesText(Math.abs(off))} {off < 0 ? 'less' : 'more'}
          </Tag>
          <TextLink to={`#${DIFFERENCES}`}>Why</TextLink>
        </Row>
      ),
  },
  { head: 'Amount', numeric: true, phone: 'first', cell: ({ to_bank }) => signedText(to_bank) },
]

/** Each transfer to the bank of a month, newest first, with the number by which the bank's statement has it. */
export function PayoutList({ payouts, month }: { payouts: Payouts; month: string }) {
  if (payouts.length === 0)
    return (
      <chakra.p px={{ base: '4', md: '5' }} pb="5" color="fg.muted">
        Razorpay paid nothing to the bank in this month.
      </chakra.p>
    )
  return (
    <TableOf columns={columnsOf(month)} rows={payouts.toReversed()} keyOf={({ settlement_id }) => settlement_id}>
      <VisuallyHidden as="caption">Payouts of the month</VisuallyHidden>
    </TableOf>
  )
}
