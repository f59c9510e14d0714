import type { Hooks } from '../../platform/features/hooks.ts'
import { requireAnswers, storeAnswers } from './checkout-questions.service.ts'

export const cartPriced: Hooks['cartPriced'] = async (db, { purchase }) => {
  if (purchase.buying) await requireAnswers(db, purchase.fields.answers)
  return []
}

export const orderMade: Hooks['orderMade'] = (_ctx, trx, { order, fields }) =>
  storeAnswers(trx, order.order_id, fields.answers)
