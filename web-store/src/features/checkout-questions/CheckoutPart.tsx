import { answerTo, MOST_ANSWER, questionDefaults } from 'contract/checkout-questions/answer-to'
import type { CheckoutQuestion } from 'contract/checkout-questions/checkout-questions'
import { useEffect, useState } from 'react'
import { useShop } from '../../content/brand.ts'
import { t } from '../../language/text.ts'
import type { CheckoutPart } from '../../shared/cart/checkout-part.ts'
import { useDraft } from '../../shared/cart/use-draft.ts'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { useFields } from '../../ui/use-fields.ts'

const DOES_NOT_FIT = {
  text: t('This answer does not fit'),
  choice: t('This answer does not fit'),
  phone: t('Please enter a valid 10-digit phone number'),
}

type Answers = Record<string, string>

function problemOf(question: CheckoutQuestion, input: string | undefined): string | undefined {
  const answer = answerTo(question, input)
  if (answer === undefined) return DOES_NOT_FIT[question.kind]
  return answer === null && question.required ? t('This answer is required') : undefined
}

/** Asks the shop's questions, each with its purpose. The tab stores the answers until they are sent. */
export default function QuestionsPart({ busy, add }: CheckoutPart) {
  const questions = useShop('checkout_questions', questionDefaults)
  const [empty] = useState<Answers>(() => Object.fromEntries(questions.map((one) => [one.question_id, ''])))
  const [problemsOf] = useState(() => (values: Answers) => {
    return questions.flatMap((one) => {
      const message = problemOf(one, values[one.question_id])
      return message ? [{ field: one.question_id, message }] : []
    })
  })
  const form = useFields<Answers>(empty, problemsOf)
  const { values, fail, field } = form
  useDraft('answers', empty, form)
  useEffect(() => {
    const answered = Object.entries(values).filter(([, answer]) => answer.trim() !== '')
    add({
      fields: answered.length > 0 ? { answers: Object.fromEntries(answered) } : {},
      check: (focus) => {
        const problems = problemsOf(values)
        fail(problems, { focus })
        return problems.length === 0
      },
    })
  }, [values, fail, problemsOf, add])
  return (
    <chakra.fieldset display="grid" gap="5" minW="0">
      <chakra.legend textStyle="h3" mb="3">
        {t('For this order')}
      </chakra.legend>
      {questions.map((one) => {
        const shared = {
          label: one.label,
          help: one.purpose,
          required: one.required,
          optional: !one.required,
          ...field(one.question_id),
        }
        if (one.kind === 'choice')
          return (
            <Field key={one.question_id} as="select" {...shared}>
              <option value="">{t('Choose an answer')}</option>
              {one.choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </Field>
          )
        const phone = { type: 'tel', autoComplete: 'tel', maxLength: 40 }
        const words = { type: 'text', autoComplete: 'off', maxLength: MOST_ANSWER }
        return <Field key={one.question_id} readOnly={busy} {...shared} {...(one.kind === 'phone' ? phone : words)} />
      })}
    </chakra.fieldset>
  )
}
