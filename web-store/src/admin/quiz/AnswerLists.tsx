import { MAX_ACCEPTED, MAX_OPTIONS, MAX_SHORT_ANSWER } from 'contract/limits'
import type { KeyboardEvent, ReactNode } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Input } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { Stack } from '../../ui/layout.tsx'
import { FieldProblem, GroupLabel } from '../forms/form-parts.tsx'
import { RemoveButton } from '../lists/row-buttons.tsx'
import { emptyOption, type QuizForm } from './quiz-form.ts'

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
export function OptionList({ question, single }: { question: number; single: boolean }) {
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
export const AcceptedList = ({ question }: { question: number }) => (
  <Answers
    question={question}
    list="accepted"
    help="Capitals and spaces make no difference. Add every spelling that counts as right."
  />
)
