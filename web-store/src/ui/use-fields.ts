import { type FormEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'

type Values = { [name: string]: string | boolean }
type NameOf<V> = keyof V & string
export type FieldProblem<V> = { field: NameOf<V>; message: string }
type Check<V> = (values: V) => readonly FieldProblem<V>[]
type Errors<V> = { [Name in keyof V]?: string }
export type Filled<V> = { values: V; errors: Errors<V> }

/** Returns the first message of each field. */
export const errorsOf = <V>(problems: readonly FieldProblem<V>[]): Errors<V> =>
  Object.fromEntries(problems.map(({ field, message }) => [field, message] as const).toReversed()) as Errors<V>

/**
 * Returns the messages after a change: no new one appears, and shown ones are updated, both that of the changed field
 * and those of the rules; the server's message for another field stays.
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

type Place = { focus(): void }

/** Returns the content of a field as the page has it; undefined for what is no field. */
function inputOf(place: unknown): string | boolean | undefined {
  // One of several radio buttons says nothing of the others.
  if (place instanceof HTMLInputElement && place.type === 'radio') return undefined
  if (place instanceof HTMLInputElement) return place.type === 'checkbox' ? place.checked : place.value
  return place instanceof HTMLTextAreaElement || place instanceof HTMLSelectElement ? place.value : undefined
}

/**
 * Manages a short form of a screen in `frames` (`pages/page-table.ts`): login, registration, checkout. All other forms
 * use `useActionForm`.
 * Input from before hydration is adopted: a form in a part that is hydrated late misses the replay of `first-page/early.ts`.
 * Data of this browser, such as a draft, enters by `change` after hydration: React would not show it in served markup.
 * `check` returns the problems of the values; it runs on submit, and from then on during corrections.
 */
export function useFields<V extends Values>(initial: V, check: Check<V> = nothing) {
  const [{ values, errors }, setFilled] = useState<Filled<V>>({ values: initial, errors: {} })
  const places = useRef<{ [Name in keyof V]?: Place | null }>({})
  /** The wrong field, while it still loads or is disabled. */
  const awaited = useRef<string>(undefined)
  const focusAwaited = useCallback(() => {
    const place = places.current[awaited.current ?? '']
    // A disabled field takes no focus: the form may be on its way.
    if (!place || (place as Partial<Element>).matches?.(':disabled')) return
    awaited.current = undefined
    place.focus()
  }, [])
  useLayoutEffect(focusAwaited)

  useLayoutEffect(() => {
    setFilled((filled) => {
      const changes = Object.entries(places.current)
        .map(([name, place]) => [name, inputOf(place)] as const)
        .filter(([name, input]) => input !== undefined && input !== filled.values[name])
      return changes.length === 0 ? filled : { ...filled, values: { ...filled.values, ...Object.fromEntries(changes) } }
    })
  }, [])

  const change = useCallback((part: Partial<V>) => setFilled((filled) => refilled(filled, part, check)), [check])
  /** Shows exactly these problems; the topmost wrong field gets the focus by default, whichever rule is first. */
  const fail = useCallback(
    (problems: readonly FieldProblem<V>[], { focus = true } = {}) => {
      setFilled(({ values }) => ({ values, errors: errorsOf(problems) }))
      const isAbove = (one: unknown, other: unknown) =>
        one instanceof Node &&
        other instanceof Node &&
        one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING
      const names = problems.map(({ field }) => field)
      const [top = names[0]] = names
        .filter((name) => places.current[name])
        .toSorted((one, other) => (isAbove(places.current[one], places.current[other]) ? -1 : 1))
      awaited.current = focus ? top : undefined
      focusAwaited()
    },
    [focusAwaited],
  )
  const place = <Name extends NameOf<V>>(name: Name) => ({
    name,
    ref: (element: Place | null) => {
      places.current[name] = element
      if (awaited.current === name) focusAwaited()
    },
  })

  return {
    values,
    change,
    fail,
    /** Returns the props of a text `Field`, with its message. */
    field: (name: NameOf<V>) => ({
      ...place(name),
      value: String(values[name]),
      error: errors[name],
      onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value } as Partial<V>),
    }),
    /** Returns the props of a checkbox. */
    box: (name: NameOf<V>) => ({
      ...place(name),
      checked: values[name] === true,
      onChange: ({ target }: { target: { checked: boolean } }) => change({ [name]: target.checked } as Partial<V>),
    }),
    /** Handles `onSubmit`: sends valid values, or shows the problems. */
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
