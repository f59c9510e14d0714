import { MAX_ACCEPTED, MAX_OPTIONS, MAX_SHORT_ANSWER } from 'contract/limits'
import type { KeyboardEvent, ReactNode } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field, Input } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { Card, Stack } from '../../ui/layout.tsx'
import { FieldProblem, GroupLabel, Muted } from '../forms/form-parts.tsx'
import { MoveButtons, RemoveButton } from '../lists/row-buttons.tsx'
import { emptyOption, type QuizForm } from './quiz-form.ts'

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

const Line = chakra('li', {
  base: {
    display: 'grid',
    alignItems: 'start',
    gap: '2',
    '& > input[type=radio], & > input[type=checkbox]': {
      w: '5',
      h: '5',
      mt: '3',
    },
  },
})

const STEPS: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 }

const MOVES = 'Alt with arrow up or down moves an answer.'

/** Words and bounds of the two kinds of answers. */
const lists = {
  options: { label: 'Options', one: 'option', text: 'Option', most: MAX_OPTIONS, letters: 300, empty: emptyOption },
  accepted: {
    label: 'Right answers',
    one: 'answer',
    text: 'Right answer',
    most: MAX_ACCEPTED,
    letters: MAX_SHORT_ANSWER,
    empty: { text: '' },
  },
} as const

type AnswersProps = {
  question: number
  list: keyof typeof lists
  help: string
  /** Precedes the text of an answer. */
  mark?: (at: number) => ReactNode
}

/** The answers of a question; Alt with an arrow moves one, and the focus with it. */
function Answers({ question, list, help, mark }: AnswersProps) {
  const { register, control, formState, setFocus } = useFormContext<QuizForm>()
  const { label, one, text, most, letters, empty } = lists[list]
  // Both lists have texts; an option says beside it whether it is right.
  const name = `questions.${question}.${list}` as `questions.${number}.accepted`
  const { fields, append, remove, move } = useFieldArray({ control, name })
  const errors = formState.errors.questions?.[question]?.[list]
  const step = (event: KeyboardEvent<HTMLElement>, from: number) => {
    const by = event.altKey ? STEPS[event.key] : undefined
    if (!by) return
    event.preventDefault()
    const to = from + by
    if (to < 0 || to >= fields.length) return
    move(from, to)
    requestAnimationFrame(() => setFocus(`${name}.${to}.text`))
  }
  const id = `${name}-label`
  return (
    <Stack data-list role="group" aria-labelledby={id} gap="2">
      <GroupLabel id={id} help={help}>
        {label}
      </GroupLabel>
      <Stack as="ul" gap="2" listStyleType="none">
        {fields.map(({ id: key }, at) => (
          <Line key={key} data-line gridTemplateColumns={mark ? '20px minmax(0,1fr)' : undefined}>
            {mark?.(at)}
            <Stack gridTemplateColumns="minmax(0,1fr) auto" gap="1" onKeyDown={(event) => step(event, at)}>
              <chakra.div minW="0">
                <Input
                  type="text"
                  maxLength={letters}
                  aria-label={`${text} ${at + 1} of question ${question + 1}`}
                  aria-invalid={errors?.[at]?.text ? true : undefined}
                  {...register(`${name}.${at}.text`)}
                />
                {errors?.[at]?.text?.message && <FieldProblem>{errors[at].text.message}</FieldProblem>}
              </chakra.div>
              <RemoveButton name={`${one} ${at + 1} of question ${question + 1}`} onRemove={() => remove(at)} />
            </Stack>
          </Line>
        ))}
      </Stack>
      {errors?.root?.message && <FieldProblem>{errors.root.message}</FieldProblem>}
      {fields.length < most && (
        <div>
          <Button variant="ghost" size="sm" data-add onClick={() => append({ ...empty })}>
            <Icon of={IconPlus} size={16} />
            Add {one}
          </Button>
        </div>
      )}
    </Stack>
  )
}

/** The options of a question, with the right ones marked. */
function OptionList({ question, single }: { question: number; single: boolean }) {
  const { formState, getValues, setValue, watch } = useFormContext<QuizForm>()
  const name = `questions.${question}.options` as const
  const values = watch(name)
  const mark = (chosen: number, right: boolean) => {
    getValues(name).forEach((option, at) => {
      const next = at === chosen ? right : !single && option.right
      setValue(`${name}.${at}.right`, next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
    })
  }
  return (
    <Answers
      question={question}
      list="options"
      help={`${single ? 'Mark the right one.' : 'Mark all that are right. Students must choose all of them and no other.'} ${MOVES}`}
      mark={(at) => (
        <input
          type={single ? 'radio' : 'checkbox'}
          name={`${name}-right`}
          aria-label={`Option ${at + 1} of question ${question + 1} is right`}
          checked={values?.[at]?.right ?? false}
          onChange={({ target }) => mark(at, target.checked)}
        />
      )}
    />
  )
}

/** The short answers that count as right. */
const AcceptedList = ({ question }: { question: number }) => (
  <Answers
    question={question}
    list="accepted"
    help="Capitals and spaces make no difference. Add every spelling that counts as right."
  />
)
