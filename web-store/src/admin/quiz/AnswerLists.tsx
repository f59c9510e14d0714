import { MAX_ACCEPTED, MAX_OPTIONS, MAX_SHORT_ANSWER } from 'contract/limits'
import type { KeyboardEvent, ReactNode } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Input } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { FieldProblem, GroupLabel } from '../forms/form-parts.tsx'
import { RemoveButton } from '../lists/row-buttons.tsx'
import { emptyOption, type QuizForm } from './quiz-form.ts'

const List = chakra('ul', { base: { display: 'grid', gap: '2', listStyleType: 'none' } })

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

/** Moves an answer one place within its list, and the focus with it. */
const stepBy =
  (count: number, move: (from: number, to: number) => void, focus: (at: number) => void) =>
  (from: number, by: -1 | 1) => {
    const to = from + by
    if (to < 0 || to >= count) return
    move(from, to)
    requestAnimationFrame(() => focus(to))
  }

type EntryProps = { name: string; onStep: (by: -1 | 1) => void; onRemove: () => void; children: ReactNode }

/** An answer's text; Alt with an arrow moves it, as its help says. */
function Entry({ name, onStep, onRemove, children }: EntryProps) {
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.altKey ? STEPS[event.key] : undefined
    if (!by) return
    event.preventDefault()
    onStep(by)
  }
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0,1fr) auto" gap="1" onKeyDown={step}>
      <chakra.div minW="0">{children}</chakra.div>
      <RemoveButton name={name} onRemove={onRemove} />
    </chakra.div>
  )
}

const MOVES = 'Alt with arrow up or down moves an answer.'

/** The options of a question, with the right ones marked. */
export function OptionList({ question, single }: { question: number; single: boolean }) {
  const { register, control, formState, getValues, setValue, setFocus, watch } = useFormContext<QuizForm>()
  const name = `questions.${question}.options` as const
  const { fields, append, remove, move } = useFieldArray({ control, name })
  const errors = formState.errors.questions?.[question]?.options
  const values = watch(name)
  const mark = (chosen: number, right: boolean) => {
    getValues(name).forEach((option, at) => {
      const next = at === chosen ? right : !single && option.right
      setValue(`${name}.${at}.right`, next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
    })
  }
  const step = stepBy(fields.length, move, (to) => setFocus(`${name}.${to}.text`))
  const label = `${name}-label`
  return (
    <chakra.div data-list role="group" aria-labelledby={label} display="grid" gap="2" justifyItems="stretch">
      <GroupLabel
        id={label}
        help={`${single ? 'Mark the right one.' : 'Mark all that are right. Students must choose all of them and no other.'} ${MOVES}`}
      >
        Options
      </GroupLabel>
      <List>
        {fields.map(({ id }, at) => (
          <Line key={id} data-line gridTemplateColumns="20px minmax(0,1fr)">
            <input
              type={single ? 'radio' : 'checkbox'}
              name={`${name}-right`}
              aria-label={`Option ${at + 1} of question ${question + 1} is right`}
              checked={values?.[at]?.right ?? false}
              onChange={({ target }) => mark(at, target.checked)}
            />
            <Entry
              name={`option ${at + 1} of question ${question + 1}`}
              onStep={(by) => step(at, by)}
              onRemove={() => remove(at)}
            >
              <Input
                type="text"
                maxLength={300}
                aria-label={`Option ${at + 1} of question ${question + 1}`}
                aria-invalid={errors?.[at]?.text ? true : undefined}
                {...register(`${name}.${at}.text`)}
              />
              {errors?.[at]?.text?.message && <FieldProblem>{errors[at].text.message}</FieldProblem>}
            </Entry>
          </Line>
        ))}
      </List>
      {errors?.root?.message && <FieldProblem>{errors.root.message}</FieldProblem>}
      {fields.length < MAX_OPTIONS && <Add onClick={() => append({ ...emptyOption })}>Add option</Add>}
    </chakra.div>
  )
}

/** The short answers that count as right. */
export function AcceptedList({ question }: { question: number }) {
  const { register, control, formState, setFocus } = useFormContext<QuizForm>()
  const name = `questions.${question}.accepted` as const
  const { fields, append, remove, move } = useFieldArray({ control, name })
  const errors = formState.errors.questions?.[question]?.accepted
  const step = stepBy(fields.length, move, (to) => setFocus(`${name}.${to}.text`))
  const label = `${name}-label`
  return (
    <chakra.div data-list role="group" aria-labelledby={label} display="grid" gap="2">
      <GroupLabel id={label} help="Capitals and spaces make no difference. Add every spelling that counts as right.">
        Right answers
      </GroupLabel>
      <List>
        {fields.map(({ id }, at) => (
          <Line key={id} data-line>
            <Entry
              name={`answer ${at + 1} of question ${question + 1}`}
              onStep={(by) => step(at, by)}
              onRemove={() => remove(at)}
            >
              <Input
                type="text"
                maxLength={MAX_SHORT_ANSWER}
                aria-label={`Right answer ${at + 1} of question ${question + 1}`}
                aria-invalid={errors?.[at]?.text ? true : undefined}
                {...register(`${name}.${at}.text`)}
              />
              {errors?.[at]?.text?.message && <FieldProblem>{errors[at].text.message}</FieldProblem>}
            </Entry>
          </Line>
        ))}
      </List>
      {errors?.root?.message && <FieldProblem>{errors.root.message}</FieldProblem>}
      {fields.length < MAX_ACCEPTED && <Add onClick={() => append({ text: '' })}>Add answer</Add>}
    </chakra.div>
  )
}

function Add({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <chakra.div>
      <Button variant="ghost" size="sm" data-add onClick={onClick}>
        <Icon of={IconPlus} size={16} />
        {children}
      </Button>
    </chakra.div>
  )
}
