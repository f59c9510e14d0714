import type { z } from 'zod'
import { type CreateOrderInput, GatewayError, isRefused, type Payments } from './gateway.ts'
import { orderAnswer, orderListAnswer, paymentListAnswer } from './gateway-answers.ts'
import { type Connection, readById, requireId, requireInteger } from './razorpay-connection.ts'

type Call = <T>(name: string, schema: z.ZodType<T>, send: (connection: Connection) => Promise<unknown>) => Promise<T>
type Body = { amount: number; currency: string; receipt: string; notes: { order_id: string } }

/** Builds the calls about gateway orders; `call` bounds, retries and parses each. */
export function orderCalls(call: Call): Pick<Payments, 'createOrder' | 'fetchOrder' | 'fetchOrderPayments'> {
  const create = (body: Body) => call('createOrder', orderAnswer, ({ sdk }) => sdk.orders.create(body))

  /** Handles an account that refuses unique receipts: a lost answer may have left an order. */
  async function findOrCreate(body: Body) {
    const { receipt } = body
    const listed = await call('findOrder', orderListAnswer, ({ sdk }) => sdk.orders.all({ receipt }))
    return listed.items.find((order) => order.receipt === receipt) ?? (await create(body))
  }

  return {
    async createOrder(input) {
      const body = bodyOf(input)
      // Makes a used receipt return its existing order; the SDK's types do not know it yet.
      const unique = { ...body, unique_receipt: true }
      const order = await create(unique).catch((error) => {
        if (!isRefused(error)) throw error
        return findOrCreate(body)
      })
      if (order.amount !== input.amountPaise || order.currency !== 'INR')
        throw new GatewayError('bad_reference', 'The receipt belongs to an order over another amount')
      return order.id
    },
    async fetchOrder(gatewayOrderId) {
      const order = await readById(
        call('fetchOrder', orderAnswer, ({ sdk }) => sdk.orders.fetch(requireId(gatewayOrderId))),
      )
      return { amountPaise: order.amount, duePaise: order.amount_due ?? null, receipt: order.receipt ?? null }
    },
    async fetchOrderPayments(gatewayOrderId) {
      const answer = await call('fetchOrderPayments', paymentListAnswer, ({ sdk }) =>
        sdk.orders.fetchPayments(requireId(gatewayOrderId)),
      )
      return answer.payments
    },
  }
}

const bodyOf = ({ amountPaise, receipt, notes }: CreateOrderInput): Body => ({
  amount: requireInteger(amountPaise),
  currency: 'INR',
  receipt,
  notes,
})
