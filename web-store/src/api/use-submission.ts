import { type DefaultError, type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/**
 * Wraps a mutation that visitors start by hand: while it runs, `mutate` does nothing, because the second press of a
 * double click arrives before the button looks busy. The last failure stays until the next answer: a notice that
 * disappears with the press would shift content under the pointer. `reset` waits for the running call, because a button
 * that looks idle would hide its answer. A lookup, whose last request counts, uses plain `useMutation`.
 */
export function useSubmission<Data = unknown, Failure = DefaultError, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Failure, Variables, Context>,
): Omit<UseMutationResult<Data, Failure, Variables, Context>, 'mutate' | 'mutateAsync' | 'error' | 'isError'> & {
  mutate: (variables: Variables) => void
  error: Failure | null
  isError: boolean
} {
  const running = useRef(false)
  const failure = useRef<Failure | null>(null)
  const mutation = useMutation({
    ...options,
    onSettled: (...settled) => {
      running.current = false
      return options.onSettled?.(...settled)
    },
  })
  const error = mutation.isPending ? failure.current : mutation.error
  return {
    ...mutation,
    error,
    isError: error !== null,
    reset: () => {
      if (!running.current) mutation.reset()
    },
    mutate: (variables) => {
      if (running.current) return
      running.current = true
      failure.current = mutation.error
      mutation.mutate(variables)
    },
  }
}

/** Returns the rest of a text box after its text was sent: nothing, or the text if it changed since it was `sent`. */
export const typedSince = (now: string, sent: string): string => (now === sent ? '' : now)

/**
 * Does the same for a form of react-hook-form; call it on submit. The returned function resets the form to `stored` (by
 * default the sent values), except fields edited since, and returns whether there are any.
 */
export function fieldsSince<Fields extends FieldValues, Sent>({
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
