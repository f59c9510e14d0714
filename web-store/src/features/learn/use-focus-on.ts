import { type RefObject, useEffect, useRef } from 'react'

/** Returns true when the focused element is gone, not when the focus moved. */
const isLost = () => document.activeElement === null || document.activeElement === document.body

/** Moves the focus here once a change of `shown` removed the focused element, for keyboard users. */
export function useFocusOn<Place extends HTMLElement>(shown: unknown): RefObject<Place | null> {
  const place = useRef<Place>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (shown !== before.current && isLost()) place.current?.focus()
    before.current = shown
  }, [shown])
  return place
}
