import { type Block, email, namedButton, oneLine } from '../../platform/mail/email.ts'

type MembershipData = {
  /** `continued`: a new mandate follows what an earlier one paid. `shop` and `dispute` say who ended one that is cancelled. */
  state: 'active' | 'continued' | 'late' | 'stopped' | 'cancelled' | 'shop' | 'dispute' | 'ended'
  name: string | null
  membership: string
  /** Formatted. */
  amount: string
  /** The end of access, ISO 8601; null once nothing is open. */
  open_until: string | null
  /** Null while none is planned. */
  next_debit: string | null
  /** The student's dashboard. */
  address: string
  /** The gateway's page that changes the card, or approves the mandate. */
  fix: string
}

/** Tells a member what changed, what it means for access, and what to do. */
export const membershipEmail = email<MembershipData>(
  ({ state, name, membership, amount, open_until, next_debit, address, fix }, { t, longDay }) => {
    const values = { membership: oneLine(membership), amount }
    const open = open_until === null ? undefined : { day: longDay(open_until) }
    const own = namedButton(address, t('See my membership'))
    const repair = namedButton(fix, t('Pay or change the card'))
    const over = open
      ? t('Its courses are open until {day}. Certificates and notes stay yours.', open)
      : t('Its courses are closed now. Certificates and notes stay yours.')
    const next = next_debit !== null && { ...values, day: longDay(next_debit) }
    const cancelled = t('Your membership is cancelled: {membership}', values)
    const written: Record<MembershipData['state'], { subject: string; blocks: Block[] }> = {
      active: {
        subject: t('Your membership has begun: {membership}', values),
        blocks: [
          t('your membership {membership} has begun, and its courses are open. You paid {amount}.', values),
          next && t('The next payment is on {day}. Your bank tells you a day before.', next),
          t(
            'You can cancel any time, in your dashboard or in your UPI app. You keep access until the end of the period you paid for.',
          ),
          own,
        ],
      },
      continued: {
        subject: t('Your membership continues: {membership}', values),
        blocks: [
          t('your membership {membership} continues, and its courses stay open.', values),
          next && t('The next payment of {amount} is on {day}. Your bank tells you a day before.', next),
          own,
        ],
      },
      late: {
        subject: t('Your payment for {membership} failed', values),
        blocks: [
          t(
            'your payment of {amount} for {membership} failed. Your bank will try again; please do not pay twice.',
            values,
          ),
          open && t('Your courses stay open until {day}.', open),
          t('Make sure there is enough money in your account, or use another card.'),
          repair,
        ],
      },
      stopped: {
        subject: t('Your membership has stopped: {membership}', values),
        blocks: [
          t('payments for {membership} have stopped: autopay is paused, or every attempt failed.', values),
          open && t('Your courses stay open until {day}.', open),
          t('To go on, resume autopay in your UPI app, or pay again here.'),
          repair,
        ],
      },
      cancelled: {
        subject: cancelled,
        blocks: [t('your membership {membership} is cancelled. You will not be charged again.', values), over, own],
      },
      shop: {
        subject: cancelled,
        blocks: [t('we have ended your membership {membership}. You will not be charged again.', values), over, own],
      },
      dispute: {
        subject: cancelled,
        blocks: [
          t(
            'your bank took back a payment for {membership}, so the membership has ended. You will not be charged again.',
            values,
          ),
          over,
          own,
        ],
      },
      ended: {
        subject: t('Your membership has ended: {membership}', values),
        blocks: [
          t('all payments of your membership {membership} are made. You will not be charged again.', values),
          over,
          own,
        ],
      },
    }
    return { name, ...written[state] }
  },
)
