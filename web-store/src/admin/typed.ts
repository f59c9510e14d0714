import { useCallback, useState } from 'react'
import { create } from 'zustand'
import { isRefused } from './admin-api.ts'

/** What is typed in the forms of this window and not saved yet, by the name of the form. */
const useForms = create<{ forms: Readonly<Record<string, unknown>> }>(() => ({ forms: {} }))

/** Another admin reads nothing of it. */
export const forgetTyped = (): void => useForms.setState({ forms: {} })

type Next<Typed> = Typed | undefined | ((now: Typed | undefined) => Typed | undefined)

/** What is typed in a form; undefined, or an empty text, while nothing is. */
export const typedIn = <Typed>(form: string) => useForms.getState().forms[form] as Typed | undefined

export function keepTyped<Typed>(form: string, next: Next<Typed>): void {
  useForms.setState(({ forms }) => {
    const { [form]: now, ...others } = forms
    const typed = typeof next === 'function' ? (next as (now: unknown) => unknown)(now) : next
    return { forms: typed === undefined || typed === '' ? others : { ...others, [form]: typed } }
  })
}

/**
 * What is typed in a form, and how to change it: it is there again when the form is, after Escape or a look at another screen. A form that is
 * saved says undefined. `hold-close.ts` asks before the window goes.
 */
export function useTyped<Typed>(form: string): [Typed | undefined, (next: Next<Typed>) => void] {
  const typed = useForms(({ forms }) => forms[form] as Typed | undefined)
  return [typed, useCallback((next: Next<Typed>) => keepTyped(form, next), [form])]
}

/** The same of a form with several fields, which begins with what `begin` answers. */
export function useTypedFields<Fields extends object>(form: string, begin: () => Fields) {
  const [blank] = useState(begin)
  const [typed, setTyped] = useTyped<Fields>(form)
  return {
    fields: typed ?? blank,
    isTyped: typed !== undefined,
    put: (part: Partial<Fields>) => setTyped((now = blank) => ({ ...now, ...part })),
    forget: () => setTyped(undefined),
    /** For a Cancel: what was sent, and of which nobody knows whether it was done, is not forgotten. */
    forgetWhenKnown({ isPending, error }: { isPending: boolean; error: unknown }): void {
      if (!isPending && (!error || isRefused(error))) setTyped(undefined)
    },
  }
}
