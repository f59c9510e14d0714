import { type DefaultError, type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A mutation that visitors start by hand: while it runs, `mutate` does nothing. A button is drawn as busy a moment after it was
 * pressed, and the second press of a double click comes before that.
 */
export function useSubmission<Data = unknown, Failure = DefaultError, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Failure, Variables, Context>,
): Omit<UseMutationResult<Data, Failure, Variables, Context>, 'mutate' | 'mutateAsync'> & {
  mutate: (variables: Variables) => void
} {
  const running = useRef(false)
  const mutation = useMutation({
    ...options,
    onSettled: (...settled) => {
      running.current = false
      return options.onSettled?.(...settled)
    },
  })
  return {
    ...mutation,
    mutate: (variables) => {
      if (running.current) return
      running.current = true
      mutation.mutate(variables)
    },
  }
}
