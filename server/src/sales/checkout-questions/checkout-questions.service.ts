import { answerTo } from 'contract/checkout-questions/answer-to'
import type { CheckoutQuestion } from 'contract/checkout-questions/checkout-questions'
import type { BuyFields } from 'contract/orders/buy-fields'
import type { ShopSettings } from 'contract/shop/defaults'
import type { Db } from '../../context.ts'
import { appError } from '../../errors.ts'
import { readShop } from '../../shop/settings/settings.queries.ts'
import { type OrderAnswer, saveAnswers } from './order-answers.queries.ts'

type Answers = BuyFields['answers']

/** Reads the answers by their questions. 422 `invalid` with a line for each that is missing or does not fit. */
function readAnswers(questions: readonly CheckoutQuestion[], input: Answers): OrderAnswer[] {
  const read = questions.map((question) => ({ question, answer: answerTo(question, input?.[question.question_id]) }))
  const problems = read.flatMap(({ question, answer }) => {
    if (answer === undefined) return { path: `answers.${question.question_id}`, message: 'This answer does not fit' }
    if (answer !== null || !question.required) return []
    return { path: `answers.${question.question_id}`, message: 'This answer is required' }
  })
  if (problems.length > 0) throw appError('invalid', 'Please check your answers', { errors: problems })
  return read.flatMap(({ question: { question_id, label }, answer }) => (answer ? { question_id, label, answer } : []))
}

/** Refuses a purchase without the answers that the shop requires. */
export function requireAnswers(shop: Pick<ShopSettings, 'checkout_questions'>, input: Answers): void {
  readAnswers(shop.checkout_questions, input)
}

/** Stores the latest answers of an open order. */
export async function storeAnswers(trx: Db, orderId: string, input: Answers): Promise<void> {
  if (input === undefined) return
  await saveAnswers(trx, orderId, readAnswers((await readShop(trx)).checkout_questions, input))
}
