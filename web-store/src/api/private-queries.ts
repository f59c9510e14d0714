import publicCalls from 'virtual:contract/public'
import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * An answer that the contract does not call public belongs to the person who requested it. A key begins with the path of its call, and that
 * of a public call holds nothing of a person: its answer stays when the person leaves.
 */
function isPrivate({ queryKey: [path] }: Pick<Query, 'queryKey'>): boolean {
  return !(Array.isArray(path) && publicCalls.includes(path.join('.')))
}

/**
 * Drops every answer that was given to one person, also from screens that are open, and what is still on its way.
 * `refetchOpen` when somebody else is signed in now: open screens then ask for that person.
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
