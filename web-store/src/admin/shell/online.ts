import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** When the network is back, asks again for what failed meanwhile. What was loaded, such as a form's start, stays as it is. */
export function useAskAgainOnline(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const again = () =>
      void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [queries])
}
