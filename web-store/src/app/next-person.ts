import type { QueryClient } from '@tanstack/react-query'
import { dropPrivate } from '../api/private-queries.ts'
import { studentDrafts, visitorDrafts } from '../stores/drafts.ts'
import { useSession } from '../stores/session.ts'
import type { StoredUser } from '../stores/storage.ts'

/**
 * Drops all private answers and checkout input whenever another `user_id` logs in, or none is logged in any more, here
 * or in another tab. The cart belongs to the browser and stays. Module state about a person needs a line here, or
 * `left-behind.test.ts` reports it. Returns a function that stops it.
 */
export function forgetWhoLeaves(queries: QueryClient): () => void {
  visitorDrafts.open('visitor')
  openDrafts(useSession.getState())
  return useSession.subscribe((now, before) => {
    const [next, last] = [now.user?.user_id, before.user?.user_id]
    if (next === last) return
    dropPrivate(queries, { refetchOpen: next !== undefined })
    openDrafts(now)
    // A login at checkout belongs to the person who typed the details.
    if (last === undefined) return
    visitorDrafts.forget()
    // A session that merely ended still has input to send after the next login; downloads end with it.
    if (!before.viewing) navigator.serviceWorker?.controller?.postMessage(now.token ? 'forget' : 'end')
  })
}

/** Drops a student's drafts unless they are logged in, or their session merely ended, which removes the token too. */
function openDrafts({ user, token }: { user: StoredUser | undefined; token: string | undefined }): void {
  if (!user && token) studentDrafts.forget()
  else studentDrafts.open(user?.user_id)
}
