import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useUnsaved } from './unsaved.ts'
import { consoleDrafts } from './use-action-form.ts'

/**
 * Keeps a form of react-hook-form that is saved over a version: the fields that differ from what it began with are kept, and laid over it when it is there again.
 * The others are those that are stored by then.
 */
export function useTypedForm<Fields extends FieldValues, Sent>(
  name: string,
  form: UseFormReturn<Fields, unknown, Sent>,
) {
  const { isDirty } = form.formState
  useUnsaved(name, isDirty)
  const [earlier] = useState(() => consoleDrafts.read<Partial<Fields>>(name))
  const laid = useRef(!earlier)
  const text = JSON.stringify(form.watch())
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed is laid over the form once, and kept with every change
  useEffect(() => {
    if (laid.current) return consoleDrafts.keep(name, changedIn(form))
    laid.current = true
    form.reset({ ...form.getValues(), ...earlier }, { keepDefaultValues: true })
    // Some may have been saved after the form was left.
    consoleDrafts.keep(name, changedIn(form))
  }, [name, text, isDirty])
  return {
    forget: () => consoleDrafts.keep(name, undefined),
    /** `fieldsSince`, after which a form that is left meanwhile keeps nothing of what was sent. */
    sending() {
      const sent: Record<string, unknown> = changedIn(form) ?? {}
      const settle = fieldsSince(form)
      return (stored?: Fields): boolean => {
        consoleDrafts.keep<Partial<Fields>>(name, (now = {}) => {
          const since = Object.entries(now).filter(([at, value]) => JSON.stringify(value) !== JSON.stringify(sent[at]))
          return since.length > 0 ? (Object.fromEntries(since) as Partial<Fields>) : undefined
        })
        return settle(stored)
      }
    },
  }
}

/** The fields that are not as the form began, by name; undefined when none is. */
function changedIn<Fields extends FieldValues, Sent>({
  getValues,
  formState,
}: UseFormReturn<Fields, unknown, Sent>): Partial<Fields> | undefined {
  const begun = formState.defaultValues as Record<string, unknown>
  const changed = Object.entries(getValues()).filter(
    ([at, value]) => JSON.stringify(value) !== JSON.stringify(begun[at]),
  )
  return changed.length > 0 ? (Object.fromEntries(changed) as Partial<Fields>) : undefined
}

/**
 * Is called when the form is sent. What it answers puts what is `stored` by then into the form, which is what
 * was sent unless it is said, but for the fields that were typed in since, and says whether there are any.
 */
function fieldsSince<Fields extends FieldValues, Sent>({
  getValues,
  reset,
}: UseFormReturn<Fields, unknown, Sent>): (stored?: Fields) => boolean {
  const sent = structuredClone(getValues())
  return (stored = sent) => {
    const now = getValues()
    const since = Object.entries(now).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(sent[field]))
    reset(stored)
    if (since.length > 0) reset({ ...stored, ...Object.fromEntries(since) }, { keepDefaultValues: true })
    return since.length > 0
  }
}
