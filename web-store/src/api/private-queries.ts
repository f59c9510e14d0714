import publicCalls from 'virtual:contract/public'
import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Returns true for answers of calls that are not public, which belong to one person. A key begins with the path of its
 * call; public answers contain nothing personal and stay when the person leaves.
 */
function isPrivate({ queryKey: [path] }: Pick<Query, 'queryKey'>): boolean {
  return !(Array.isArray(path) && publicCalls.includes(path.join('.')))
}

/**
 * Drops every private answer, also of open screens and of running calls. `refetchOpen` if another person is logged in
 * now: open screens then fetch their data.
 */
export function dropPrivate(queries: QueryClient, { refetchOpen }: { refetchOpen: boolean }): void {
  const cache = queries.getQueryCache()
  for (const query of cache.findAll({ predicate: isPrivate })) {
    query.reset()
    if (query.getObserversCount() === 0) cache.remove(query)
  }
  queries.getMutationCache().clear()
  if (refetchOpen) void queries.refetchQueries({ predicate: isPrivate, type: 'active' })
}
