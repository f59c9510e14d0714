import { MOST_QUESTIONS } from 'contract/checkout-questions/answer-to'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { randomKey } from '../../api/random-key.ts'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Help, Two } from '../forms/form-parts.tsx'
import { EMPTY, People } from './PeopleLists.tsx'
import type { SettingsForm } from './settings-form.ts'

const Choice = chakra('label', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'start',
    minH: '11',
    cursor: 'pointer',
    '& input': { w: '20px', h: '20px', mt: '2px' },
  },
})

/** Switches coins on, with their worth and the part of an order that they may pay. */
export function CoinFields() {
  const { register, watch, formState } = useFormContext<SettingsForm>()
  const errors = formState.errors.coins
  return (
    <>
      <Choice>
        <input type="checkbox" {...register('coins.on')} />
        <span>
          Coins pay a part of an order
          <Help>Students see one row at checkout, and press it to use their coins.</Help>
        </span>
      </Choice>
      {watch('coins.on') && (
        <Two>
          <Field
            label="One coin is worth (₹)"
            required
            inputMode="decimal"
            error={errors?.rupees?.message}
            {...register('coins.rupees')}
          />
          <Field
            label="At most, percent of an order"
            required
            inputMode="numeric"
            help="Counted after a promo code, before GST that is added."
            error={errors?.at_most_percent?.message}
            {...register('coins.at_most_percent')}
          />
        </Two>
      )}
    </>
  )
}

/** The questions of the checkout, in their order. */
export function QuestionFields() {
  const { control, register, watch, formState } = useFormContext<SettingsForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'checkout_questions' })
  const errors = formState.errors.checkout_questions
  const add = () => {
    const blank = { question_id: `q-${randomKey()}`.slice(0, 40), label: '', purpose: '', required: false, choices: '' }
    append({ ...blank, kind: 'text' }, { focusName: `checkout_questions.${fields.length}.label` })
  }
  return (
    <>
      {fields.length === 0 && <Help>{EMPTY}</Help>}
      <People
        entry="question"
        ids={fields.map(({ id }) => id)}
        most={MOST_QUESTIONS}
        onMove={move}
        onRemove={remove}
        onAdd={add}
      >
        {(index) => (
          <>
            <Two>
              <Field
                label="Question"
                required
                maxLength={120}
                error={errors?.[index]?.label?.message}
                {...register(`checkout_questions.${index}.label`)}
              />
              <Field as="select" label="Answer" {...register(`checkout_questions.${index}.kind`)}>
                <option value="text">A line of text</option>
                <option value="choice">One of a list</option>
                <option value="phone">A phone number</option>
              </Field>
            </Two>
            {watch(`checkout_questions.${index}.kind`) === 'choice' && (
              <Field
                as="textarea"
                label="Answers to choose from"
                required
                rows={3}
                help="2 to 10, each on a new line."
                error={errors?.[index]?.choices?.message}
                {...register(`checkout_questions.${index}.choices`)}
              />
            )}
            <Field
              label="What the answer is for"
              required
              maxLength={200}
              help="Buyers read it under the question."
              error={errors?.[index]?.purpose?.message}
              {...register(`checkout_questions.${index}.purpose`)}
            />
            <Choice>
              <input type="checkbox" {...register(`checkout_questions.${index}.required`)} />
              <span>Buyers must answer it</span>
            </Choice>
          </>
        )}
      </People>
    </>
  )
}
