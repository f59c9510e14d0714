import { type Block, email, namedButton, oneLine } from '../../platform/mail/email.ts'

type MembershipData = {
  state: 'active' | 'late' | 'stopped' | 'cancelled' | 'ended'
  name: string | null
  membership: string
  /** Formatted. */
  amount: string
  /** ISO 8601. */
  paid_until: string
  /** The end of access while a debit is late. */
  open_until: string
  /** Null while none is planned. */
  next_debit: string | null
  /** The student's dashboard. */
  address: string
  /** The gateway's page that changes the card, or approves the mandate. */
  fix: string
}

/** Tells a member what changed, what it means for access, and what to do. */
export const membershipEmail = email<MembershipData>(
  ({ state, name, membership, amount, paid_until, open_until, next_debit, address, fix }, { t, longDay }) => {
    const values = { membership: oneLine(membership), amount }
    const day = { ...values, day: longDay(paid_until) }
    const open = { ...values, day: longDay(open_until) }
    const own = namedButton(address, t('See my membership'))
    const repair = namedButton(fix, t('Pay or change the card'))
    const written: Record<MembershipData['state'], { subject: string; blocks: Block[] }> = {
      active: {
        subject: t('Your membership has begun: {membership}', values),
        blocks: [
          t('your membership {membership} has begun, and its courses are open. {amount} was debited.', values),
          next_debit &&
            t('The next debit is on {day}. Your bank tells you a day before.', { day: longDay(next_debit) }),
          t(
            'You can cancel at any time, in your dashboard or in your UPI app. Access stays until the end of what is paid.',
          ),
          own,
        ],
      },
      late: {
        subject: t('The debit for {membership} did not go through', values),
        blocks: [
          t(
            'the debit of {amount} for {membership} has not gone through. Your bank tries again by itself; please do not pay twice.',
            values,
          ),
          t('Your courses stay open until {day}. Please see that there is enough money, or change the card.', open),
          repair,
        ],
      },
      stopped: {
        subject: t('Your membership has stopped: {membership}', values),
        blocks: [
          t('no more debits are made for {membership}: the mandate is paused, or all tries failed.', values),
          t('What is paid is open until {day}. To go on, resume the mandate in your UPI app, or pay again here.', open),
          repair,
        ],
      },
      cancelled: {
        subject: t('Your membership is cancelled: {membership}', values),
        blocks: [
          t('your membership {membership} is cancelled, and nothing more is debited.', values),
          t('Its courses are open until {day}. Certificates and notes stay yours.', day),
          own,
        ],
      },
      ended: {
        subject: t('Your membership has ended: {membership}', values),
        blocks: [
          t('all debits of your membership {membership} are made, and nothing more is debited.', values),
          t('Its courses are open until {day}. Certificates and notes stay yours.', day),
          own,
        ],
      },
    }
    return { name, ...written[state] }
  },
)
