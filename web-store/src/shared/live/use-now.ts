import { useEffect, useReducer } from 'react'
import { shopNow } from '../../stores/shop-clock.ts'

const STEP_MS = 5_000

/** Returns the shop's time, updated with every answer, every few seconds, and once the page is visible again. */
export function useNow(): Date {
  const [, look] = useReducer((looks: number) => looks + 1, 0)
  useEffect(() => {
    const timer = setInterval(look, STEP_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return shopNow()
}
