import { useEffect, useState } from 'react'

const SETTLED_MS = 300

/** A value that is typed, once it has rested for a moment: a search does not follow every letter. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
