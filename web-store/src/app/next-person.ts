import type { QueryClient } from '@tanstack/react-query'
import { dropPrivate } from '../api/private-queries.ts'
import { billingDraft, draft, lessonDraft } from '../stores/draft.ts'
import { useSession } from '../stores/session.ts'

/**
 * From now on nothing of one person is left for the next: whenever another `user_id` is signed in, or none any more, here or
 * in another tab, all private answers and what was typed at checkout go. The cart belongs to the browser and stays.
 * Answers how to stop.
 */
export function forgetWhoLeaves(queries: QueryClient): () => void {
  return useSession.subscribe((now, before) => {
    const [next, last] = [now.user?.user_id, before.user?.user_id]
    if (next === last) return
    dropPrivate(queries, { refetchOpen: next !== undefined })
    // Who signs in at checkout has typed the details for himself.
    if (last === undefined) return
    draft.forget()
    billingDraft.forget()
    lessonDraft.forget()
    // Whose session merely ended has words to send when it is begun again; the lessons end with it.
    if (!before.viewing) navigator.serviceWorker?.controller?.postMessage(now.token ? 'forget' : 'end')
  })
}
