import { indianDay } from 'contract/indian-time'
import { shopNow } from '../../stores/shop-clock.ts'
import { choice, day, text } from '../kit/fields.tsx'

const today = () => indianDay(shopNow())

const LATE = 'The date must not be in the future'

/** Picks the refund method. A transfer by the owner is only recorded. */
export const wayField = choice('Refund method', [
  ['gateway', 'Razorpay sends it now'],
  ['bank', 'I have sent it by bank transfer'],
])

/** Describe a bank transfer that the owner has made. */
export const transferFields = () => ({
  reference: text('Reference', { maxLength: 60, own: false, help: 'The UTR or transfer number. The buyer sees it.' }),
  sent_on: day('Sent on', { max: today(), begun: today() }),
})

type Transfer = { reference: string; sent_on: string }

/** Says what a transfer lacks for the shop to record it: the server checks the same again. */
export const transferProblems = ({ reference, sent_on }: Transfer) => ({
  reference: reference.trim() ? undefined : 'Enter the reference',
  sent_on: sent_on === '' ? 'Choose the day' : lateProblem(sent_on),
})

/** Is shown at once. */
export const lateProblem = (sent_on: string) => (sent_on > today() ? LATE : undefined)
