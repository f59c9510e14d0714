import { atGateway, deliver, nameOf, noteOf, pickOf, rupees } from './calls.ts'
import type { Life } from './life.ts'
import { at } from './purchase.ts'
import type { Step } from './steps.ts'

const payable = ({ model, links }: Life) => model.orders.filter((order) => !order.paid && links.has(order))

export async function pay(life: Life, step: Step): Promise<void> {
  const order = pickOf(
    payable(life).filter(({ open }) => open === 'created'),
    at(step, 0) ** 2,
  )
  if (!order) return
  const { status, body } = await atGateway(life, `links/${life.links.get(order)}/pay`)
  const payment = body.payment as { status: string; amount: number } | null | undefined
  noteOf(life, `${nameOf(life, order)} is paid: ${status} ${payment?.status ?? ''}`)
  if (payment?.status === 'captured' && payment.amount !== order.total)
    life.wrong.push(`the gateway takes what was agreed: ${rupees(payment.amount)}, not ${rupees(order.total)}`)
  await deliver(life, step, [order])
}

export async function failToPay(life: Life, step: Step): Promise<void> {
  const order = pickOf(
    payable(life).filter(({ open }) => open === 'created'),
    at(step, 0),
  )
  if (!order) return
  const { body } = await atGateway(life, `links/${life.links.get(order)}/fail`)
  const payment = body.payment as { id: string } | null | undefined
  if (payment) life.failed.push({ order, payment: payment.id })
  noteOf(life, `a payment of ${nameOf(life, order)} fails`)
  await deliver(life, step, [order])
}

export async function captureLate(life: Life, step: Step): Promise<void> {
  const failed = pickOf(life.failed, at(step, 0))
  if (!failed) return
  life.failed = life.failed.filter((one) => one !== failed)
  const { status } = await atGateway(life, `payments/${failed.payment}/capture`)
  noteOf(life, `the failed payment of ${nameOf(life, failed.order)} arrives after all: ${status}`)
  await deliver(life, step, [failed.order])
}

export async function letExpire(life: Life, step: Step): Promise<void> {
  const order = pickOf(
    payable(life).filter(({ open }) => open === 'created'),
    at(step, 0),
  )
  if (!order) return
  await atGateway(life, `links/${life.links.get(order)}/expire`)
  noteOf(life, `the link of ${nameOf(life, order)} expires`)
  await deliver(life, step, [order])
}
