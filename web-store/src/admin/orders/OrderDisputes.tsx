import { chakra } from '@chakra-ui/react'
import type { OrderDispute } from 'contract/order-actions'
import { dateText, rupeesText } from '../../ui/format.ts'
import { Tag } from '../../ui/layout.tsx'
import { Mono } from '../components/table-parts.tsx'
import { disputeWords } from './order-labels.ts'

type Dispute = Omit<OrderDispute, 'answer_by' | 'opened_at'> & { answer_by: string | null; opened_at: string | null }

const palettes = { open: 'danger', lost: 'danger', won: 'success', closed: 'neutral', under_review: 'warn' } as const

const isOver = ({ status }: Dispute) => status === 'won' || status === 'lost' || status === 'closed'

/** What the buyer's bank questions, until when it wants an answer, and what that means for refunds. */
export function OrderDisputes({ disputes }: { disputes: readonly Dispute[] }) {
  return (
    <ul>
      {disputes.map((dispute) => (
        <chakra.li key={dispute.dispute_id} listStyleType="none" mb="3">
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="2.5" rowGap="1">
            {dispute.amount !== null && <b>{rupeesText(dispute.amount)}</b>}
            <Tag coloured colorPalette={dispute.status ? palettes[dispute.status] : 'warn'}>
              {disputeWords[dispute.status ?? 'unread']}
            </Tag>
            <Mono>{dispute.dispute_id}</Mono>
          </chakra.div>
          <chakra.p textStyle="sm" color="fg.muted">
            {[
              dispute.opened_at && `Opened on ${dateText(new Date(dispute.opened_at))}`,
              dispute.phase?.replaceAll('_', ' '),
              dispute.reason_code?.replaceAll('_', ' '),
            ]
              .filter(Boolean)
              .join(', ')}
          </chakra.p>
          {!isOver(dispute) && (
            <p>
              {dispute.status === 'open' && dispute.answer_by && (
                <>
                  Answer in your Razorpay dashboard by <b>{dateText(new Date(dispute.answer_by))}</b>.{' '}
                </>
              )}
              Refunds of this payment are on hold until the dispute ends: a refund now would pay twice.
            </p>
          )}
        </chakra.li>
      ))}
    </ul>
  )
}
