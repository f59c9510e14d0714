import type { QueryClient } from '@tanstack/react-query'
import { dropPrivate } from '../../api/private-queries.ts'
import { hasUnsaved } from '../forms/unsaved.ts'
import { consoleDrafts } from '../forms/use-action-form.ts'
import { useAdminSession } from '../session/admin-session.ts'

/**
 * From now on nothing of one admin is left for the next: all private answers go whenever another admin is signed in, or none
 * any more. Over a form that is not saved the console waits for the password first: they go when somebody else gives it.
 * What is typed and not saved waits for whoever typed it. Answers how to stop.
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
