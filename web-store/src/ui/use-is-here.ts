import { useEffect, useRef } from 'react'

/** Returns whether the calling component is still mounted. */
export function useIsHere(): { readonly current: boolean } {
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return here
}
