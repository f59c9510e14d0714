import { buy, buyInParts, payPart, redeem, renew, takeOfferAfter } from './buying.ts'
import { look, noteOf } from './calls.ts'
import type { Life } from './life.ts'
import { actInApp, changeCard, endPrice, failDebits, join, leave, payOpen, settleMembers } from './members.ts'
import {
  changePrice,
  changeTax,
  decideDispute,
  dispute,
  endHeld,
  failLate,
  giveCoins,
  moveOrder,
  refund,
  refundByBank,
  refundInDashboard,
  refundSeats,
} from './moving.ts'
import { buyOption, changeOptions, upgrade } from './options.ts'
import { changePartner, payPartner } from './partners.ts'
import { makePayLink, pressPayLink } from './pay-links.ts'
import { captureLate, failToPay, letExpire, pay } from './paying.ts'
import { buySeat, cancelDate, changeDate, chooseAfterDate, moveStudent } from './seats.ts'
import { type Step, type StepName, wordsOf } from './steps.ts'

const acts: Record<StepName, (life: Life, step: Step) => Promise<void>> = {
  buy,
  'buy in parts': buyInParts,
  pay,
  'fail to pay': failToPay,
  'capture late': captureLate,
  'let the link expire': letExpire,
  'pay a part': payPart,
  renew,
  'make a pay link': makePayLink,
  'press a pay link': pressPayLink,
  'take the offer after': takeOfferAfter,
  'redeem a gift': redeem,
  'give coins': giveCoins,
  'change a price': changePrice,
  'change the tax of a course': changeTax,
  'buy an option': buyOption,
  upgrade,
  'change the options': changeOptions,
  'buy a seat': buySeat,
  'change a date': changeDate,
  'cancel a date': cancelDate,
  'choose after a date': chooseAfterDate,
  'move a student': moveStudent,
  'move an order': moveOrder,
  'change the partner': changePartner,
  'pay the partner': payPartner,
  'join the membership': join,
  'leave the membership': leave,
  'act in the UPI app': actInApp,
  'change the card': changeCard,
  'let debits fail': failDebits,
  'pay what stayed open': payOpen,
  'end the price': endPrice,
  refund,
  'refund seats': refundSeats,
  'refund by bank': refundByBank,
  'refund in the dashboard': refundInDashboard,
  'end a held refund': endHeld,
  'let a refund fail': failLate,
  dispute,
  'decide a dispute': decideDispute,
}

/** Steps of the gateway, its dashboard or a bank. The model knows them at once, the shop when it hears of them. */
const ELSEWHERE: readonly StepName[] = [
  'refund in the dashboard',
  'end a held refund',
  'let a refund fail',
  'dispute',
  'decide a dispute',
  'act in the UPI app',
  'change the card',
  'let debits fail',
  'pay what stayed open',
]

/** Plays one step of a life, and shows the model its result. */
export async function playStep(life: Life, step: Step): Promise<void> {
  const { instances } = life.shop
  if (life.isBehind && !ELSEWHERE.includes(step.do)) {
    await instances.checkOrders(
      life.number,
      [...life.unheard].map(({ id }) => id),
    )
    life.isBehind = false
    await look(life)
  }
  if (life.isMemberBehind && !ELSEWHERE.includes(step.do)) {
    await settleMembers(life.shop, [life])
    await look(life)
  }
  life.played.push(`  day ${life.shop.times.days[step.day]}: ${wordsOf(step)}`)
  const wrong = life.wrong.length
  if (step.kill) await instances.arm(step.which === 1 ? 1 : 0, step.kill)
  try {
    await acts[step.do](life, step)
    await look(life)
    if (ELSEWHERE.includes(step.do) && life.unheard.size > 0) life.isBehind = true
  } catch (error) {
    life.wrong.push(`${step.do} broke off: ${error instanceof Error ? error.stack : String(error)}`)
  } finally {
    if (step.kill) {
      await instances.arm(0, null)
      // The shop completes what a dead instance began once it looks at the order again.
      for (const order of life.model.orders) life.unheard.add(order)
      life.isMemberBehind = true
    }
  }
  for (const what of life.wrong.slice(wrong)) noteOf(life, `✗ ${what}`)
}
