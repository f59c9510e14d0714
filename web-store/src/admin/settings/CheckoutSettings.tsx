import { MOST_QUESTIONS } from 'contract/checkout-questions/checkout-questions'
import { useFormContext } from 'react-hook-form'
import { randomKey } from '../../api/random-key.ts'
import { Field } from '../../ui/Field.tsx'
import { Choice, Help, Two } from '../forms/form-parts.tsx'
import { People } from './PeopleLists.tsx'
import type { SettingsForm } from './settings-form.ts'

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
  const { watch } = useFormContext<SettingsForm>()
  return (
    <People
      name="checkout_questions"
      entry="question"
      most={MOST_QUESTIONS}
      blank={() => ({
        question_id: `q-${randomKey()}`.slice(0, 40),
        label: '',
        kind: 'text',
        purpose: '',
        required: false,
        choices: '',
      })}
      first="label"
    >
      {(field, at) => (
        <>
          <Two>
            <Field label="Question" required maxLength={120} {...field('label')} />
            <Field as="select" label="Answer" {...field('kind')}>
              <option value="text">A line of text</option>
              <option value="choice">One of a list</option>
              <option value="phone">A phone number</option>
            </Field>
          </Two>
          {watch(`checkout_questions.${at}.kind`) === 'choice' && (
            <Field
              as="textarea"
              label="Answers to choose from"
              required
              rows={3}
              help="2 to 10, each on a new line."
              {...field('choices')}
            />
          )}
          <Field
            label="What the answer is for"
            required
            maxLength={200}
            help="Buyers read it under the question."
            {...field('purpose')}
          />
          <Choice>
            <input type="checkbox" {...field('required')} />
            <span>Buyers must answer it</span>
          </Choice>
        </>
      )}
    </People>
  )
}
