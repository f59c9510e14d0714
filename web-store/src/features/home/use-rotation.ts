import { useEffect, useState, useSyncExternalStore } from 'react'

const EVERY_MS = 5000
const STILL = '(prefers-reduced-motion: reduce)'

function subscribeMotion(onChange: () => void) {
  const query = matchMedia(STILL)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

function subscribeVisibility(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

/**
 * Shows one of `count` things after another, five seconds each. It waits while `hold` is true or the tab is hidden, and does not
 * move at all for who asked for less motion, or after being stopped.
 */
export function useRotation(count: number, hold: boolean) {
  const [index, setIndex] = useState(0)
  const [stopped, setStopped] = useState(false)
  const still = useSyncExternalStore(
    subscribeMotion,
    () => matchMedia(STILL).matches,
    () => true,
  )
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
