import { formatMoney } from 'contract/money'
import { bold, button, email, oneLine, onlyHtml, quote, rich, type Sender, subjectOf, together } from './email.ts'
import { type OfPaidOrder, ordersAddress } from './order-emails.ts'

type Refunded = {
  name: string | null
  order_no: string
  amount_paise: number
  /** The payment's currency; rupees by default. */
  currency?: string
} & OfPaidOrder

type RefundData = Refunded & {
  /** `duplicate_payment`: the buyer owned the course already, and the program refunds by itself. */
  origin: 'admin' | 'duplicate_payment' | 'dashboard'
  /** Such a buyer did not own it: what was sold was gone when the payment arrived. */
  lost: boolean
  /** It opened nothing without another purchase, which went back. */
  hung?: boolean
  channel: 'gateway' | 'bank' | 'dispute'
  /** Reference of a bank transfer. */
  reference: string | null
}

const ordersButton = ({ t, storeUrl }: Sender, proof: URLSearchParams) =>
  button(ordersAddress(storeUrl, proof), t('See my orders'), t('Your orders are here:'))

/** Reports a refund, through the gateway or outside it. */
export const refundEmail = email<RefundData>(({ name, order_no, amount_paise, currency, proof, ...refund }, sender) => {
  const { t } = sender
  const amount = formatMoney(amount_paise, currency)
  const shows =
    refund.channel === 'dispute'
      ? t('your bank has given you {amount} of your order {order} back.')
      : t('we have sent {amount} of your order {order} back.')
  return {
    name,
    subject: subjectOf(sender, `Your refund of ${amount}`, t('Your refund')),
    blocks: [
      together(rich(shows, { amount: bold(amount), order: order_no }), wayOf(sender, refund)),
      ordersButton(sender, proof),
    ],
  }
})

function wayOf({ t }: Sender, { origin, lost, hung, channel, reference }: Omit<RefundData, keyof Refunded>): string[] {
  if (channel === 'bank')
    return [
      t('We sent it by bank transfer. It mostly arrives within 2 working days.'),
      t('Reference: {reference}', { reference: oneLine(reference ?? '') }),
    ]
  if (channel === 'dispute') return [t('You asked your bank to reverse this payment, and it did.')]
  return [
    ...(origin === 'duplicate_payment'
      ? [
          hung
            ? t('It belongs to a purchase that went back, so this money goes back with it.')
            : lost
              ? t('We could not give you what you paid for, so the money goes back.')
              : t('You already had what you paid for, so we give the money back.'),
        ]
      : []),
    t('It goes to the account or card that you paid with, mostly\nwithin 5 to 7 working days.'),
  ]
}

/** Reports that an announced refund failed. */
export const refundFailedEmail = email<Refunded>(({ name, order_no, amount_paise, currency, proof }, sender) => {
  const { t } = sender
  const amount = formatMoney(amount_paise, currency)
  const shows = t(
    'your bank did not take our refund of {amount} for your order\n{order}. Your money is not lost: we send it again\nand email you when it is on its way. You need to do nothing.',
  )
  return {
    name,
    subject: subjectOf(sender, `Your refund of ${amount} did not go through`, t('Your refund did not go through')),
    blocks: [rich(shows, { amount: bold(amount), order: order_no }), ordersButton(sender, proof)],
  }
})

/** Declines a guarantee request, in the shop's own words. */
export const guaranteeDeclinedEmail = email<{ name: string | null; order_no: string; answer: string }>(
  ({ name, order_no: order, answer }, { t, storeUrl, language }) => ({
    name,
    subject: subjectOf({ language }, `Your refund request for order ${order}`, t('Your refund request')),
    blocks: [
      t('you asked for a refund of your order {order}. We cannot\ngive this refund:', { order }),
      quote(answer),
      onlyHtml(t('You keep your courses. Do you have a question? Write to us.')),
      button(`${storeUrl}/contact`, t('Write to us'), t('You keep your courses. Do you have a question? Write to us:')),
    ],
  }),
)

/** Reports that the gift behind a course was refunded, which ended access. */
export const seatTakenEmail = email<{ name: string | null; course_name: string }>(
  ({ name, course_name }, { t, storeUrl }) => {
    const course = oneLine(course_name)
    const shows = t(
      'you opened {course} with a gift code. The shop has refunded\nthe order that the code came from, so the course is no longer in\nyour account. You have paid nothing, and you lose no money.',
    )
    return {
      name,
      subject: t('Your access to {course} has ended', { course }),
      blocks: [
        rich(shows, { course: bold(course) }),
        onlyHtml(t('Is this a mistake? Ask the person who gave you the code, or write to us.')),
        button(
          `${storeUrl}/contact`,
          t('Write to us'),
          t('Is this a mistake? Ask the person who gave you the code, or\nwrite to us:'),
        ),
      ],
    }
  },
)
