import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while taking over its page, true once scripts run: for what only works with them. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
