import {
  buy,
  captureLate,
  changePrice,
  deleteBuyer,
  deleteCourse,
  giveAway,
  openSheet,
  payInParts,
  paySheet,
  payWithFee,
  payWithOffer,
  redeem,
  statusPage,
} from './model-buying.ts'
import { deliverAltered, deliverDoubled, deliverOne, loseOne } from './model-deliveries.ts'
import { control, ofOrder, type Play, pickFrom, press } from './model-play.ts'
import {
  disputePayment,
  endHeldRefund,
  failLate,
  loseRefundAnswer,
  moveDispute,
  refund,
  refundInDashboard,
  refuseBusy,
} from './model-refunds.ts'
import type { Random } from './random.ts'

/** Possible next steps and their weights. Each step picks its own target, and does nothing without one. */
const steps: { name: string; weight: number; act: (play: Play) => Promise<unknown> }[] = [
  { name: 'buy', weight: 8, act: buy },
  { name: 'pay', weight: 9, act: (play) => press(play, 'pay') },
  { name: 'pay twice', weight: 1, act: (play) => Promise.all([press(play, 'pay', 0), press(play, 'pay', 0)]) },
  { name: 'fail', weight: 1.5, act: (play) => press(play, 'fail') },
  { name: 'capture late', weight: 2, act: captureLate },
  { name: 'open the sheet', weight: 3, act: (play) => openSheet(play, pickFrom(play.random, play.links)) },
  { name: 'pay the sheet', weight: 5, act: paySheet },
  { name: 'expire', weight: 1, act: (play) => press(play, 'expire') },
  { name: 'cancel', weight: 1, act: (play) => press(play, 'cancel') },
  { name: 'deliver', weight: 6, act: deliverOne },
  { name: 'deliver doubled', weight: 2, act: deliverDoubled },
  { name: 'deliver altered', weight: 1, act: deliverAltered },
  { name: 'lose', weight: 2, act: loseOne },
  { name: 'status page', weight: 3, act: statusPage },
  { name: 'recheck', weight: 1, act: (play) => ofOrder(play, 'recheck', {}) },
  { name: 'refund', weight: 3, act: refund },
  { name: 'refund in the dashboard', weight: 1, act: refundInDashboard },
  { name: 'hold refunds', weight: 1, act: (play) => control(play, 'faults/refunds', { fault: 'hold' }) },
  { name: 'end a held refund', weight: 2, act: endHeldRefund },
  { name: 'let a refund fail late', weight: 0.6, act: failLate },
  { name: 'lose the answer to a refund', weight: 0.8, act: loseRefundAnswer },
  { name: 'dispute a payment', weight: 1.5, act: disputePayment },
  { name: 'move a dispute on', weight: 2.5, act: moveDispute },
  { name: 'pay with a convenience fee', weight: 0.7, act: payWithFee },
  { name: 'pay with an offer', weight: 0.8, act: payWithOffer },
  { name: 'pay in parts', weight: 0.8, act: payInParts },
  { name: 'refuse a refund for another operation', weight: 1.2, act: refuseBusy },
  { name: 'refuse the keys', weight: 0.5, act: refuseKeys },
  { name: 'redeem a gift', weight: 1, act: redeem },
  { name: 'give seats away', weight: 2, act: giveAway },
  { name: 'change a price', weight: 1, act: changePrice },
  { name: 'delete a course', weight: 0.4, act: deleteCourse },
  { name: 'delete a buyer', weight: 0.4, act: deleteBuyer },
  { name: 'restart', weight: 0.6, act: (play) => play.pair.restart(play.random.below(2)) },
]

export const firstStep: (typeof steps)[number] = { name: 'buy', weight: 0, act: buy }

export function drawStep(random: Random): (typeof steps)[number] {
  let at = random.next() * steps.reduce((sum, { weight }) => sum + weight, 0)
  for (const step of steps) {
    at -= step.weight
    if (at < 0) return step
  }
  throw new Error('no step was drawn')
}

/** Has the gateway refuse the keys of the next calls. */
async function refuseKeys(play: Play): Promise<void> {
  await control(play, 'faults/api', { fault: 'answer', status: 401, count: 1 + play.random.below(3) })
}
