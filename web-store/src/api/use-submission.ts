import { type DefaultError, type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { isAuthError } from './client.ts'

/**
 * Wraps a mutation that visitors start by hand: while it runs, `mutate` does nothing, because the second press of a
 * double click arrives before the button looks busy. The last failure stays until the next answer: a notice that
 * disappears with the press would shift content under the pointer. `reset` waits for the running call, because a button
 * that looks idle would hide its answer. The end of a session is no failure of the form: the page goes to the login and back, so `onError`
 * and `error` leave it out. A lookup, whose last request counts, uses plain `useMutation`.
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
    onError: (error, ...rest) => (isAuthError(error) ? undefined : options.onError?.(error, ...rest)),
    onSettled: (...settled) => {
      running.current = false
      return options.onSettled?.(...settled)
    },
  })
  const latest = isAuthError(mutation.error) ? null : mutation.error
  const error = mutation.isPending ? failure.current : latest
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
      failure.current = latest
      mutation.mutate(variables)
    },
  }
}
