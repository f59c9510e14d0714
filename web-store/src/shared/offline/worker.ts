import { useEffect } from 'react'
import { useSession } from '../../stores/session.ts'

type Connection = { saveData?: boolean }

/** Where a page has no worker: an old browser, plain http, a private window of some. */
const workers = () => ('serviceWorker' in navigator && import.meta.env.PROD ? navigator.serviceWorker : undefined)

/** Lets this browser open a student's screens without a network. False where that cannot be. */
export async function startWorker(): Promise<boolean> {
  try {
    const registration = await workers()?.register('/service-worker.js', { scope: '/', updateViaCache: 'none' })
    return registration !== undefined
  } catch {
    return false
  }
}

/**
 * On a student's own screens, once these are there and rest: a visitor is sent nothing of it. Who saves data has it with the first lesson
 * that they keep.
 */
export function useWorker(): void {
  const viewing = useSession((state) => state.viewing)
  useEffect(() => {
    if (viewing || !workers()) return
    const { connection } = navigator as { connection?: Connection }
    return whenIdle(() => {
      if (!connection?.saveData) void startWorker()
    })
  }, [viewing])
}

/** Calls when the page has loaded and has nothing to do; answers how not to. */
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
