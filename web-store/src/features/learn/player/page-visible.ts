import { useSyncExternalStore } from 'react'

function follow(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** False while the page is in a hidden tab or window. */
export const usePageVisible = (): boolean => useSyncExternalStore(follow, () => document.visibilityState === 'visible')
