import { useEffect, useRef, useState } from 'react'

/** Counts down by seconds while it runs, and calls `onOver` once at nothing. */
export function useTicks(seconds: number, runs: boolean, onOver: () => void): number {
  const [left, setLeft] = useState(seconds)
  const over = useRef(onOver)
  useEffect(() => {
    over.current = onOver
  })
  useEffect(() => {
    if (!runs) return
    if (left === 0) {
      over.current()
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [runs, left])
  return left
}
