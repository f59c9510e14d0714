import type { QueryClient } from '@tanstack/react-query'
import { dropPrivate } from '../api/private-queries.ts'
import { billingDraft, contactDraft, draft, lessonDraft } from '../stores/draft.ts'
import { useSession } from '../stores/session.ts'
import type { StoredUser } from '../stores/storage.ts'

/**
 * Drops all private answers and checkout input whenever another `user_id` logs in, or none is logged in any more, here
 * or in another tab. The cart belongs to the browser and stays. Module state about a person needs a line here, or
 * `left-behind.test.ts` reports it. Returns a function that stops it.
 */
export function forgetWhoLeaves(queries: QueryClient): () => void {
  forgetWords(useSession.getState())
  return useSession.subscribe((now, before) => {
    const [next, last] = [now.user?.user_id, before.user?.user_id]
    if (next === last) return
    dropPrivate(queries, { refetchOpen: next !== undefined })
    forgetWords(now)
    // A login at checkout belongs to the person who typed the details.
    if (last === undefined) return
    draft.forget()
    billingDraft.forget()
    contactDraft.forget()
    // A session that merely ended still has input to send after the next login; downloads end with it.
    if (!before.viewing) navigator.serviceWorker?.controller?.postMessage(now.token ? 'forget' : 'end')
  })
}

/**
 * Drops input under lessons unless its writer is logged in, or their session merely ended, which removes the token too.
 */
function forgetWords({ user, token }: { user: StoredUser | undefined; token: string | undefined }): void {
  if ((user || token) && lessonDraft.read().of !== user?.user_id) lessonDraft.forget()
}
