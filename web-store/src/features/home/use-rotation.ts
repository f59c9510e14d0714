import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'

const EVERY_MS = 5000
const STILL = '(prefers-reduced-motion: reduce)'

/** Returns true with reduced motion, and until that is known: nothing waits for it, so a slow phone finds out in small steps. */
function useStill(): boolean {
  const [still, setStill] = useState(true)
  useEffect(() => {
    const query = matchMedia(STILL)
    const request = () => startTransition(() => setStill(query.matches))
    request()
    query.addEventListener('change', request)
    return () => query.removeEventListener('change', request)
  }, [])
  return still
}

function subscribeVisibility(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

/**
 * Shows one of `count` things after another, five seconds each. It waits while `hold` is true or the tab is hidden, and never moves with
 * reduced motion, or after being stopped.
 */
export function useRotation(count: number, hold: boolean) {
  const [index, setIndex] = useState(0)
  const [stopped, setStopped] = useState(false)
  const still = useStill()
  const hidden = useSyncExternalStore(
    subscribeVisibility,
    () => document.hidden,
    () => false,
  )
  const playing = !stopped && !still && count > 1
  useEffect(() => {
    if (!playing || hold || hidden) return
    const timer = setInterval(() => setIndex((shown) => (shown + 1) % count), EVERY_MS)
    return () => clearInterval(timer)
  }, [playing, hold, hidden, count])
  return { index, show: setIndex, playing, canMove: !still && count > 1, toggle: () => setStopped(playing) }
}
