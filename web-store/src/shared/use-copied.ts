import { useEffect, useState } from 'react'

const SHOWN_MS = 2000

/** Returns whether something was copied in the last 2 s; `say` marks a copy. */
export function useCopied(): { copied: boolean; say: () => void } {
  const [times, setTimes] = useState(0)
  useEffect(() => {
    if (times === 0) return
    const timer = setTimeout(() => setTimes(0), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [times])
  return { copied: times > 0, say: () => setTimes((before) => before + 1) }
}
