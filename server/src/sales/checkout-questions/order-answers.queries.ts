import type { Db } from '../../context.ts'

export type OrderAnswer = { question_id: string; label: string; answer: string }

/** Stores the answers of an order in place of earlier ones. */
export async function saveAnswers(trx: Db, orderId: string, answers: readonly OrderAnswer[]): Promise<void> {
  await trx('order_answers').where({ order_id: orderId }).delete()
  const rows = answers.map((one, position) => ({ order_id: orderId, position, ...one }))
  if (rows.length > 0) await trx('order_answers').insert(rows)
}

export function findAnswers(db: Db, orderId: string): Promise<OrderAnswer[]> {
  return db('order_answers').where({ order_id: orderId }).orderBy('position').select('question_id', 'label', 'answer')
}
