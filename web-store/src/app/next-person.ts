import type { QueryClient } from '@tanstack/react-query'
import { dropPrivate } from '../api/private-queries.ts'
import { billingDraft, contactDraft, draft, lessonDraft } from '../stores/draft.ts'
import { useSession } from '../stores/session.ts'
import type { StoredUser } from '../stores/storage.ts'

/**
 * From now on nothing of one person is left for the next: whenever another `user_id` is signed in, or none any more, here or
 * in another tab, all private answers and what was typed at checkout go. The cart belongs to the browser and stays. State of a module
 * that holds anything of a person needs a line here, or `left-behind.test.ts` names it.
 * Answers how to stop.
 */
export function forgetWhoLeaves(queries: QueryClient): () => void {
  forgetWords(useSession.getState())
  return useSession.subscribe((now, before) => {
    const [next, last] = [now.user?.user_id, before.user?.user_id]
    if (next === last) return
    dropPrivate(queries, { refetchOpen: next !== undefined })
    forgetWords(now)
    // Who signs in at checkout has typed the details for himself.
    if (last === undefined) return
    draft.forget()
    billingDraft.forget()
    contactDraft.forget()
    // Whose session merely ended has words to send when it is begun again; the lessons end with it.
    if (!before.viewing) navigator.serviceWorker?.controller?.postMessage(now.token ? 'forget' : 'end')
  })
}

/** What is written under lessons goes, unless whoever wrote it is signed in, or their session merely ended: that takes the token, too. */
function forgetWords({ user, token }: { user: StoredUser | undefined; token: string | undefined }): void {
  if ((user || token) && lessonDraft.read().of !== user?.user_id) lessonDraft.forget()
}
