import { type FormEvent, useCallback, useRef, useState } from 'react'

type Values = { [name: string]: string | boolean }
type NameOf<V> = keyof V & string
export type FieldProblem<V> = { field: NameOf<V>; message: string }
type Check<V> = (values: V) => readonly FieldProblem<V>[]
type Errors<V> = { [Name in keyof V]?: string }
export type Filled<V> = { values: V; errors: Errors<V> }

/** What stands beside the fields: the first message of each. */
export const errorsOf = <V>(problems: readonly FieldProblem<V>[]): Errors<V> =>
  Object.fromEntries(problems.map(({ field, message }) => [field, message] as const).toReversed()) as Errors<V>

/**
 * After a change no new message is shown, and those that are shown are true: that of the changed field and those of the rules are looked
 * at again; what the server said of another field stays.
 */
export function refilled<V extends Values>(
  { values, errors }: Filled<V>,
  change: Partial<V>,
  check: Check<V>,
): Filled<V> {
  const next = { ...values, ...change }
  const [before, after] = [errorsOf(check(values)), errorsOf(check(next))]
  const shown = Object.entries(errors).map(([name, message]) => [
    name,
    name in change || before[name] ? after[name] : message,
  ])
  return { values: next, errors: Object.fromEntries(shown.filter(([, message]) => message)) as Errors<V> }
}

const nothing = () => []

/**
 * Holds a short form of a screen in `frames` (`pages/page-table.ts`): login, registration, checkout. All other forms use react-hook-form,
 * which would be a seventh of the script of these.
 *
 * What only this browser knows, such as a draft, is put in by `change` once the page has been taken over: React would not show it in
 * markup that the server made. `check` says what is wrong with the values; it is asked when the form is sent, and from then on while
 * somebody mends what it said.
 */
export function useFields<V extends Values>(initial: V, check: Check<V> = nothing) {
  const [{ values, errors }, setFilled] = useState<Filled<V>>({ values: initial, errors: {} })
  const places = useRef<{ [Name in keyof V]?: { focus(): void } | null }>({})

  const change = useCallback((part: Partial<V>) => setFilled((filled) => refilled(filled, part, check)), [check])
  /** Shows this and nothing else as wrong; the first field of it gets the focus, unless told otherwise. */
  const fail = useCallback((problems: readonly FieldProblem<V>[], { focus = true } = {}) => {
    setFilled(({ values }) => ({ values, errors: errorsOf(problems) }))
    const [first] = problems
    if (first && focus) places.current[first.field]?.focus()
  }, [])
  const place = <Name extends NameOf<V>>(name: Name) => ({
    name,
    ref: (element: { focus(): void } | null) => {
      places.current[name] = element
    },
  })

  return {
    values,
    change,
    fail,
    /** The props of a `Field` of text, its message among them. */
    field: (name: NameOf<V>) => ({
      ...place(name),
      value: String(values[name]),
      error: errors[name],
      onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value } as Partial<V>),
    }),
    /** The props of a checkbox. */
    box: (name: NameOf<V>) => ({
      ...place(name),
      checked: values[name] === true,
      onChange: ({ target }: { target: { checked: boolean } }) => change({ [name]: target.checked } as Partial<V>),
    }),
    /** For `onSubmit`: sends what nothing is wrong with, or shows what is. */
    submit: (send: (values: V) => void, refused?: (first: FieldProblem<V>) => void) => (event: FormEvent) => {
      event.preventDefault()
      const problems = check(values)
      const [first] = problems
      fail(problems)
      if (first) refused?.(first)
      else send(values)
    },
  }
}

export type Fields<V extends Values> = ReturnType<typeof useFields<V>>
