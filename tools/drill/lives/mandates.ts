import type { Life } from './life.ts'
import { addDebit } from './model/mandate.ts'
import { share } from './model/price.ts'

type Cycle = {
  subscription_id: string
  billing_start: string
  paid_at: string
  payment_id: string
  amount_paise: number
}

/** Tells the model what the gateway debited and ended, and which orders the shop made of it. */
export async function syncMembers(life: Life): Promise<void> {
  const { model, shop, courses } = life
  if (model.mandates.length === 0) return
  const mandates = model.mandates.map(({ mandate }) => mandate)
  const subscriptions = mandates.map(({ subscription }) => subscription)
  const rows: { subscription_id: string; status: string; ended_at: string }[] = await shop
    .db('sandbox.subscriptions')
    .whereIn('subscription_id', subscriptions)
    .whereIn('status', ['cancelled', 'completed', 'expired'])
    .select('subscription_id', 'status', 'ended_at')
  const end = (of: (status: string) => boolean) => {
    for (const { subscription_id, status, ended_at } of rows) {
      const mandate = mandates.find((one) => one.subscription === subscription_id)
      if (mandate && of(status)) mandate.ended ??= Date.parse(ended_at)
    }
  }
  // The last debit completes a mandate; it is not after the end.
  end((status) => status !== 'completed')
  const { rows: cycles } = await shop.db.raw<{ rows: Cycle[] }>(
    `select i.subscription_id, i.billing_start, i.paid_at, p.payment_id, p.amount_paise from sandbox.invoices i
     join sandbox.payments p on p.payment_id = i.payment_id
     where i.status = 'paid' and p.captured and i.subscription_id = any(:subscriptions) order by i.paid_at, i.cycle`,
    { subscriptions },
  )
  for (const { subscription_id, billing_start, paid_at, payment_id: payment, amount_paise } of cycles) {
    const mandate = mandates.find((one) => one.subscription === subscription_id)
    if (!mandate || mandate.debits.some((one) => one.payment === payment)) continue
    const [billingStart, paidAt] = [Date.parse(billing_start), Date.parse(paid_at)]
    const debit = addDebit(mandate, { payment, billingStart, paidAt, paise: Number(amount_paise) })
    if (!debit) life.wrong.push(`a cycle begins on its day: ${payment} of ${mandate.id} began ${billing_start}`)
    life.played.push(`    a debit of a membership, paid ${paid_at}${debit?.stray ? ', after its end' : ''}`)
  }
  end(() => true)
  const booked: { payment_id: string; order_id: string }[] = await shop
    .db('member_debits')
    .whereIn(
      'member_id',
      mandates.map(({ id }) => id),
    )
    .whereNotIn(
      'order_id',
      model.orders.map(({ id }) => id),
    )
    .orderBy('made_at')
    .select('payment_id', 'order_id')
  for (const { payment_id, order_id } of booked) {
    const found = model.mandates.find(({ mandate }) => mandate.debits.some(({ payment }) => payment === payment_id))
    const debit = found?.mandate.debits.find(({ payment }) => payment === payment_id)
    if (!found || !debit) {
      life.wrong.push(`an order is of a debit: ${order_id} of ${payment_id} is of none`)
      continue
    }
    const of = [courses.plain, courses.second]
    const shares = share(
      debit.paise,
      of.map(({ price }) => price),
    )
    model.addOrder({
      id: order_id,
      buyer: found.person,
      kind: 'debit',
      lines: of.map(({ id: course }, place) => ({
        course,
        bundle: found.mandate.terms.id,
        quantity: 1,
        left: shares[place] ?? 0,
        charged: shares[place] ?? 0,
        credit: 0,
        owned: false,
      })),
      total: debit.paise,
      coins: 0,
      tax: null,
      periods: {},
      madeAt: shop.now(),
      debit: { mandate: found.mandate, payment: payment_id, to: debit.to, isStray: debit.stray },
    })
  }
}

/** Every debit is an order. */
export function compareMembers({ model }: Life): string[] {
  const booked = model.orders.map(({ debit }) => debit?.payment)
  return model.mandates.flatMap(({ mandate }) =>
    mandate.debits.flatMap(({ payment, paidAt }) =>
      booked.includes(payment) ? [] : [`no debit is lost: ${payment}, paid ${new Date(paidAt).toISOString()}`],
    ),
  )
}
