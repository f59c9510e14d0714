import { useCallback, useState } from 'react'
import { create } from 'zustand'
import { consoleDraft } from '../../stores/draft.ts'
import { isRefused } from '../host/admin-api.ts'
import { useAdminSession } from '../session/admin-session.ts'
import { nameHere } from '../shell/shop-here.ts'

/** What is typed in the forms of this window and not saved yet, by the name of the form. */
const useForms = create<{ forms: Readonly<Record<string, unknown>> }>(() => ({ forms: {} }))

/** What outlives a reload: each shop's by itself, for the desktop app goes from one to another and back by reloads. */
export const typedHere = () => consoleDraft(nameHere('console_drafts'))

/** From now on `email` writes: of what another admin of this shop has typed nothing is left, and what they had typed before a reload is there again. */
export function readTypedOf(email: string): void {
  const forms = typedHere().by(email)
  if (Object.keys(forms).length === 0) typedHere().forget()
  useForms.setState({ forms })
}

type Next<Typed> = Typed | undefined | ((now: Typed | undefined) => Typed | undefined)

/** What is typed in a form; undefined, or an empty text, while nothing is. */
export const typedIn = <Typed>(form: string) => useForms.getState().forms[form] as Typed | undefined

export function keepTyped<Typed>(form: string, next: Next<Typed>): void {
  useForms.setState(({ forms }) => {
    const { [form]: now, ...others } = forms
    const typed = typeof next === 'function' ? (next as (now: unknown) => unknown)(now) : next
    return { forms: typed === undefined || typed === '' ? others : { ...others, [form]: typed } }
  })
  const writer = useAdminSession.getState().session?.email
  if (writer) typedHere().keepBy(writer, useForms.getState().forms)
}

/**
 * What is typed in a form, and how to change it: it is there again when the form is, after Escape, a look at another screen, or a reload in
 * this tab. No form with a password or a key of the shop is kept here. A form that is saved says undefined.
 */
export function useTyped<Typed>(form: string): [Typed | undefined, (next: Next<Typed>) => void] {
  const typed = useForms(({ forms }) => forms[form] as Typed | undefined)
  return [typed, useCallback((next: Next<Typed>) => keepTyped(form, next), [form])]
}

/** The same of a form with several fields, which begins with what `begin` answers. */
export function useTypedFields<Fields extends object>(form: string, begin: () => Fields) {
  const [blank, setBlank] = useState(begin)
  // `sent`: it was sent, and nobody knows yet whether that was done.
  const [typed, setTyped] = useTyped<Fields & { sent?: boolean }>(form)
  const write = (part: Partial<Fields> & { sent?: boolean }) => setTyped((now) => ({ ...blank, ...now, ...part }))
  const forget = () => {
    // A key that was used is not the next one's.
    setBlank(begin())
    setTyped(undefined)
  }
  return {
    // A form of an earlier release may lack a field.
    fields: { ...blank, ...typed },
    isTyped: typed !== undefined,
    put: (part: Partial<Fields>) => write(part),
    forget,
    sending: () => write({ sent: true } as Partial<Fields> & { sent: boolean }),
    /** Nothing was done of what was sent. */
    refused: (part: Partial<Fields> = {}) => write({ ...part, sent: false }),
    /** What is done stays in sight, and is kept no more. */
    settle(): void {
      setBlank({ ...blank, ...typed })
      setTyped(undefined)
    },
    /** For a Cancel: what was sent, and of which nobody knows whether it was done, is not forgotten, also when it was sent before a reload. */
    forgetWhenKnown({ isPending, error }: { isPending: boolean; error: unknown }): void {
      if (!isPending && (error ? isRefused(error) : !typed?.sent)) forget()
    },
  }
}
