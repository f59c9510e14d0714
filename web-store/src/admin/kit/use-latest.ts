import { useState } from 'react'
import { errorText, isApiError } from '../../api/client.ts'

const SAVED_MEANWHILE =
  'Another admin saved a change. You see it here, and what you typed stays. Save again to replace it.'

/** Returns what somebody else saved meanwhile, where the call refused for that. */
const savedMeanwhile = (error: unknown) =>
  isApiError(error) && error.code === 'edit_conflict' ? (error.data?.current as object | undefined) : undefined

/** The thing that a form changes; a save that another one preceded shows that one, below what is typed. */
export function useLatest<Thing>(of: Thing) {
  const [theirs, setTheirs] = useState<object>()
  return {
    thing: theirs ? { ...of, ...theirs } : of,
    onFailed: (error: unknown) => setTheirs((now) => savedMeanwhile(error) ?? now),
    say: (error: unknown, fallback: string) => (savedMeanwhile(error) ? SAVED_MEANWHILE : errorText(error, fallback)),
  }
}
