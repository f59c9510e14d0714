import { useCallback, useEffect, useRef, useState } from 'react'

const SHOWN_MS = 1500

/** A few words over the picture that say what a key or a tap has done, shown for a moment and read out. */
export function useNotice() {
  const [notice, setNotice] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const say = useCallback((words: string) => {
    setNotice(words)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setNotice(''), SHOWN_MS)
  }, [])
  return { notice, say }
}
