import { useSyncExternalStore } from 'react'

const wide = () => matchMedia('(min-width: 1024px)')

function follow(changed: () => void): () => void {
  const query = wide()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Returns true where the lessons have a column of their own. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    follow,
    () => wide().matches,
    () => false,
  )
