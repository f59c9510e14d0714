import type { Payout } from 'contract/settlements'
import { Link } from 'react-router-dom'
import type { z } from 'zod'
import { chakra } from '../../ui/chakra.ts'
import { dateText, rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { Tag } from '../../ui/layout.tsx'
import { IconAlertTriangle } from '../../ui/secondary-icons.ts'
import { TextLink, VisuallyHidden } from '../../ui/text.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { CopyText } from '../lists/CopyText.tsx'
import { Mono, Table } from '../lists/table-parts.tsx'
import { DIFFERENCES } from './Differences.tsx'
import { signedText } from './signed-text.ts'

type Row = z.input<typeof Payout>

/** Each transfer to the bank of a month, newest first, with the number by which the bank's statement has it. */
export function PayoutList({ payouts, month }: { payouts: Row[]; month: string }) {
  if (payouts.length === 0)
    return (
      <chakra.p px={{ base: '4', md: '5' }} pb="5" color="fg.muted">
        Razorpay paid nothing to the bank in this month.
      </chakra.p>
    )
  return (
    <Table>
      <VisuallyHidden as="caption">Payouts of the month</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Bank reference (UTR)</th>
          <th scope="col" data-numeric="">
            Lines
          </th>
          <th scope="col">Matches your orders</th>
          <th scope="col" data-numeric="">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {payouts.toReversed().map(({ settlement_id, settled_at, utr, lines, off, to_bank }) => (
          <tr key={settlement_id}>
            <td data-lead="">
              <chakra.span color="action.fg" fontWeight="600" textDecoration="underline" whiteSpace="nowrap">
                <Link to={`${adminPaths.tab('payouts', { month, payout: settlement_id })}#lines`}>
                  {settled_at ? dateText(new Date(settled_at)) : settlement_id}
                </Link>
              </chakra.span>
            </td>
            <td data-whole-line="">
              {utr ? (
                <chakra.span display="inline-flex" alignItems="center" gap="1.5">
                  <Mono>{utr}</Mono>
                  <CopyText text={utr} of="UTR" />
                </chakra.span>
              ) : (
                'not reported'
              )}
            </td>
            <td data-numeric="" data-label="Lines">
              {lines.toLocaleString('en-IN')}
            </td>
            <td data-label="Matches">
              {off === 0 ? (
                <Tag coloured colorPalette="success">
                  <Icon of={IconCheck} size={16} />
                  Yes
                </Tag>
              ) : (
                <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" gap="2">
                  <Tag coloured colorPalette="buy">
                    <Icon of={IconAlertTriangle} size={16} />
                    {rupeesText(Math.abs(off))} {off < 0 ? 'less' : 'more'}
                  </Tag>
                  <TextLink to={`#${DIFFERENCES}`}>Why</TextLink>
                </chakra.span>
              )}
            </td>
            <td data-numeric="" data-phone="first">
              {signedText(to_bank)}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
