import type { QueryClient } from '@tanstack/react-query'
import { dropPrivate } from '../../api/private-queries.ts'
import { consoleDrafts } from '../forms/use-action-form.ts'
import { useAdminSession } from '../host/admin-session.ts'
import { hasUnsaved } from '../host/unsaved.ts'

/**
 * Removes everything of one admin before the next: all private answers go when another admin logs in, or none is logged in.
 * Over a form that is not saved the console first waits for the password, and they go when somebody else enters it.
 * Unsaved input waits for its author. Returns a function that stops this.
 */
export function forgetWhoLeaves(queries: QueryClient): () => void {
  let last = useAdminSession.getState().session?.email
  let writer = last
  return useAdminSession.subscribe(({ session }) => {
    const next = session?.email
    // Another tab that logs in writes the address last.
    if (next && next !== writer) {
      consoleDrafts.open(next)
      writer = next
    }
    if (next === last || (next === undefined && hasUnsaved())) return
    dropPrivate(queries, { refetchOpen: last !== undefined && next !== undefined })
    last = next
  })
}
