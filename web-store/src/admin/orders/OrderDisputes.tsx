import type { OrderDispute } from 'contract/orders/actions'
import { useState } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { amountText, dateText } from '../../ui/format.ts'
import { Row } from '../../ui/layout.tsx'
import { FieldProblem, Muted } from '../forms/form-parts.tsx'
import { adminClient } from '../host/admin-api.ts'
import { DownloadButton } from '../lists/DownloadButton.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import type { Look } from '../lists/statuses.ts'
import { Mono } from '../lists/table-parts.tsx'
import { disputeWords } from './order-labels.ts'

// Razorpay's phases of a dispute in plain words, and the reason of its documentation's example. The list of a bank's
// reasons is open.
const phases: Readonly<Record<string, string>> = {
  fraud: 'The buyer’s bank suspects fraud.',
  retrieval: 'The buyer asks for details of this payment. No money is taken back yet.',
  chargeback: 'The buyer’s bank wants the money back (chargeback).',
  pre_arbitration: 'You won, and the buyer’s bank questions it again (pre-arbitration).',
  arbitration: 'Last round: the card network decides (arbitration).',
}
const reasons: Readonly<Record<string, string>> = {
  goods_or_services_not_received_or_partially_received:
    'The buyer says that what they paid for did not come, or only a part of it.',
}

type Facts = { opened_at: string | null; phase: string | null; reason_code: string | null }

/** When a dispute began, how far it is, and why; of what nobody here knows, the gateway's own code. */
export const disputeText = ({ opened_at, phase, reason_code: reason }: Facts): string =>
  [
    opened_at && `Opened on ${dateText(new Date(opened_at))}.`,
    phase && (phases[phase] ?? `Phase: ${phase}.`),
    // Some banks give no reason but the phase.
    reason && reason !== phase && (reasons[reason] ?? `Reason code: ${reason}.`),
  ]
    .filter(Boolean)
    .join(' ')

type Dispute = Omit<OrderDispute, 'answer_by' | 'opened_at'> & { answer_by: string | null; opened_at: string | null }

const looks: Record<keyof typeof disputeWords, Look> = {
  unread: { label: disputeWords.unread, palette: 'buy' },
  open: { label: disputeWords.open, palette: 'danger' },
  under_review: { label: disputeWords.under_review, palette: 'buy' },
  won: { label: disputeWords.won, palette: 'success' },
  lost: { label: disputeWords.lost, palette: 'danger' },
  closed: { label: disputeWords.closed, palette: 'gray' },
}

const isOver = ({ status }: Dispute) => status === 'won' || status === 'lost' || status === 'closed'

/** Shows the disputes of the buyer's bank, their deadlines, and their effect on refunds. */
export function OrderDisputes({
  disputes,
  payment,
  isOwner,
  hasBuyer,
}: {
  disputes: readonly Dispute[]
  /** The payment of the order, in the currency of its disputes. */
  payment: { payment_id: string | null; currency?: string | undefined }
  isOwner: boolean
  /** A deleted account has no evidence. */
  hasBuyer: boolean
}) {
  return (
    <ul>
      {disputes.map((dispute) => (
        <chakra.li key={dispute.dispute_id} listStyleType="none" mb="3">
          <Row flexWrap="wrap" columnGap="2.5" rowGap="1">
            {dispute.amount !== null && (
              <b>
                {amountText(dispute.amount, dispute.payment_id === payment.payment_id ? payment.currency : undefined)}
              </b>
            )}
            <StatusTag look={looks[dispute.status ?? 'unread']} />
            <Mono>{dispute.dispute_id}</Mono>
          </Row>
          <Muted overflowWrap="anywhere">{disputeText(dispute)}</Muted>
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
          {isOwner && dispute.status && hasBuyer && <Evidence disputeId={dispute.dispute_id} />}
        </chakra.li>
      ))}
    </ul>
  )
}

/** Made anew with every press: what is watched and logged in to goes on. */
function Evidence({ disputeId }: { disputeId: string }) {
  const [problem, setProblem] = useState<string>()
  return (
    <chakra.div my="2">
      <DownloadButton
        size="sm"
        read={() => adminClient.orders.disputeEvidence({ dispute_id: disputeId })}
        failed="The evidence could not be created"
        onProblem={setProblem}
        busyText="Creating the PDF..."
      >
        Evidence as PDF
      </DownloadButton>
      {problem && <FieldProblem>{problem}</FieldProblem>}
    </chakra.div>
  )
}
