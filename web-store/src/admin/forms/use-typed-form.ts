import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useUnsaved } from '../host/unsaved.ts'
import { consoleDrafts } from './use-action-form.ts'

/** Stores changed fields of a react-hook-form as a draft and restores them over the stored version. */
export function useTypedForm<Fields extends FieldValues, Sent>(
  name: string,
  form: UseFormReturn<Fields, unknown, Sent>,
) {
  const { isDirty } = form.formState
  useUnsaved(name, isDirty)
  const [earlier] = useState(() => consoleDrafts.read<Partial<Fields>>(name))
  const placed = useRef(!earlier)
  const text = JSON.stringify(form.watch())
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed is laid over the form once, and kept with every change
  useEffect(() => {
    if (placed.current) return consoleDrafts.keep(name, changedIn(form))
    placed.current = true
    form.reset({ ...form.getValues(), ...earlier }, { keepDefaultValues: true })
    // Some fields may have been saved after the form was left.
    consoleDrafts.keep(name, changedIn(form))
  }, [name, text, isDirty])
  return {
    forget: () => consoleDrafts.keep(name, undefined),
    /** Calls `fieldsSince`; a form that is left meanwhile drops the draft of the submitted fields. */
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

/** Returns changed fields by name; undefined without any. */
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
 * Starts a submission. The returned function takes the stored values (default: the submitted ones), puts them into the form
 * except for fields edited since, and returns true if there are any.
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
