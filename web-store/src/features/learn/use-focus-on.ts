import { type RefObject, useEffect, useRef } from 'react'

/** Returns true when the focused element is gone, not when the focus moved. */
const isLost = () => document.activeElement === null || document.activeElement === document.body

/**
 * Moves the focus here once an action removed the focused element, for keyboard users. `shown` changes by that action
 * alone: before the first press the focus is on the body as well, and must stay there when answers arrive. `still` leaves
 * the page where it is scrolled to.
 */
export function useFocusOn<Place extends HTMLElement>(shown: unknown, still = false): RefObject<Place | null> {
  const place = useRef<Place>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (shown !== before.current && isLost()) place.current?.focus({ preventScroll: still })
    before.current = shown
  }, [shown, still])
  return place
}
