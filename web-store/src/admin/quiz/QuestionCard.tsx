import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card, Stack } from '../../ui/layout.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { MoveButtons, RemoveButton } from '../lists/row-buttons.tsx'
import { AcceptedList, OptionList } from './AnswerLists.tsx'
import type { QuizForm } from './quiz-form.ts'

const Head = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '1.5',
    px: '2',
    py: '1.5',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
})

const Body = chakra('div', {
  base: { display: 'grid', gap: '4', px: { base: '4', md: '5' }, py: '4', minW: '0' },
})

/** Counts the answers of students to a question. */
export type QuestionNumbers = { question_id: string; answered: number; right: number }

type Props = {
  index: number
  count: number
  handle: ReactNode
  numbers: QuestionNumbers | undefined
  onMove: (to: number) => void
  onRemove: () => void
}

/** One question with its answers. */
export function QuestionCard({ index, count, handle, numbers, onMove, onRemove }: Props) {
  const { register, formState, watch } = useFormContext<QuizForm>()
  const kind = watch(`questions.${index}.kind`)
  const errors = formState.errors.questions?.[index]
  const name = `question ${index + 1}`
  return (
    <Card asChild data-question-card>
      <section aria-label={`Question ${index + 1}`}>
        <Head>
          {handle}
          <chakra.b>Question {index + 1}</chakra.b>
          {numbers && numbers.answered > 0 && (
            <Muted as="span" fontVariantNumeric="tabular-nums">
              {numbers.right} of {numbers.answered} right ({Math.floor((100 * numbers.right) / numbers.answered)}%)
            </Muted>
          )}
          <chakra.div display="flex" ms="auto">
            <MoveButtons name={name} index={index} count={count} onMove={onMove} />
            <RemoveButton name={name} onRemove={onRemove} />
          </chakra.div>
        </Head>
        <Body>
          <Stack gap="4" gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'minmax(0,1fr) 220px' }}>
            <Field
              label="Question"
              required
              maxLength={1000}
              error={errors?.text?.message}
              {...register(`questions.${index}.text`)}
            />
            <Field as="select" label="Kind" {...register(`questions.${index}.kind`)}>
              <option value="single">One right option</option>
              <option value="multiple">Several right options</option>
              <option value="text">Short answer</option>
            </Field>
          </Stack>
          {kind === 'text' ? (
            <AcceptedList question={index} />
          ) : (
            <OptionList question={index} single={kind === 'single'} />
          )}
          <Field
            as="textarea"
            label="Explanation"
            optional
            rows={2}
            minH="11"
            maxLength={2000}
            help="Shown with the right answer."
            error={errors?.explanation?.message}
            {...register(`questions.${index}.explanation`)}
          />
        </Body>
      </section>
    </Card>
  )
}
