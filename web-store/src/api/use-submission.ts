import { type DefaultError, type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/**
 * A mutation that visitors start by hand: while it runs, `mutate` does nothing. A button is drawn as busy a moment after it was
 * pressed, and the second press of a double click comes before that. The last failure is said until the next answer is there: a
 * notice that went with the press would pull what stands below it under the pointer, and a second press would hit that.
 * `reset` waits for what runs: a button that looked idle while its press did nothing would hide an answer, too. What only looks something
 * up, and counts as it was asked last, is a plain `useMutation`.
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

/** What stays in a box whose words have arrived: nothing, or what was typed since they were `sent`. */
export const typedSince = (now: string, sent: string): string => (now === sent ? '' : now)

/**
 * The same of a form of react-hook-form, called when it is sent. What it answers puts what is `stored` by then into the form, which is what
 * was sent unless it is said, but for the fields that were typed in since, and says whether there are any.
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
