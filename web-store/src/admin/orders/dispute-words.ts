import { dateText } from '../../ui/format.ts'

// What Razorpay names of a dispute, in plain words: its phases, and the reason that its documentation gives an example of. A bank's
// reasons have no closed list.
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
