import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import { language } from '../../language/language.ts'
import { refetchStale } from '../../refetch-stale.ts'
import { useSession } from '../../stores/session.ts'
import { LATE_SENT } from './late-sent.ts'

type Connection = { saveData?: boolean }

/** The worker keeps the screens of one language, which its address names. */
const WORKER = `/service-worker.js${language === 'en' ? '' : `?${language}`}`

/** Some pages have no worker: an old browser, plain http, some private windows. */
export const workers = () =>
  'serviceWorker' in navigator && import.meta.env.PROD ? navigator.serviceWorker : undefined

/** Lets this browser open a student's screens without a network. False where that cannot be. */
export async function startWorker(): Promise<boolean> {
  try {
    const registration = await workers()?.register(WORKER, { scope: '/', updateViaCache: 'none' })
    return registration !== undefined
  } catch {
    return false
  }
}

/**
 * Starts the worker on a student's own screens, once they rest; visitors load nothing of it. With Save-Data it starts at the first
 * download. Renews the downloads of `openCourse`.
 */
export function useWorker(openCourse?: string): void {
  const queries = useQueryClient()
  const viewing = useSession((state) => state.viewing)
  useEffect(() => {
    if (viewing || !workers()) return
    const onSent = () => {
      const { account, learning, notes, quizzes } = api
      const notified = [account.dashboard, learning.getContent, notes.list, quizzes.get]
      for (const queryKey of notified.map((call) => call.key())) void queries.invalidateQueries({ queryKey })
    }
    // Without it nothing is lost: the next page tries again.
    const beginNow = () =>
      void fetchBegin()
        .then(({ beginOffline }) => beginOffline(openCourse))
        .catch(() => undefined)
    const { connection } = navigator as { connection?: Connection }
    // Without a network only downloads play.
    if (!navigator.onLine) beginNow()
    const stop = whenIdle(() => {
      if (!connection?.saveData) void startWorker()
      beginNow()
    })
    window.addEventListener('online', beginNow)
    window.addEventListener(LATE_SENT, onSent)
    return () => {
      stop()
      window.removeEventListener('online', beginNow)
      window.removeEventListener(LATE_SENT, onSent)
    }
  }, [viewing, queries, openCourse])
}

const fetchBegin = refetchStale(() => import('./offline.ts'), 'beginOffline')

/** Calls when the page has loaded and is idle; returns a function that cancels. */
function whenIdle(work: () => void): () => void {
  let gone = false
  const soon = () => {
    // Safari has no idle time to tell of.
    const later = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 1000))
    later(() => !gone && work(), { timeout: 5000 })
  }
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon, { once: true })
  return () => {
    gone = true
    window.removeEventListener('load', soon)
  }
}
