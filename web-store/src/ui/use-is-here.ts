import { useEffect, useRef } from 'react'

/** Whether the part that asks is still shown. */
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
