import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

const REST_MS = 3000

/**
 * Shows the controls: always while the lesson is paused or `held`; while it plays, until nothing moved in the player for 3 s and no control
 * has the focus.
 */
export function useShown(
  video: RefObject<HTMLVideoElement | null>,
  { playing, held }: { playing: boolean; held: boolean },
) {
  const [awake, setAwake] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wake = useCallback(() => {
    setAwake(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      // A keyboard focus stays visible; leaving wakes it again.
      if (!video.current?.parentElement?.querySelector(':focus-visible')) setAwake(false)
    }, REST_MS)
  }, [video])
  const rest = useCallback(() => {
    clearTimeout(timer.current)
    setAwake(false)
  }, [])

  useEffect(() => {
    const place = video.current?.parentElement
    if (!place) return
    const moved = (event: PointerEvent) => event.pointerType !== 'touch' && wake()
    place.addEventListener('pointermove', moved)
    const names = ['focusin', 'focusout', 'keydown'] as const
    for (const name of names) place.addEventListener(name, wake)
    return () => {
      clearTimeout(timer.current)
      place.removeEventListener('pointermove', moved)
      for (const name of names) place.removeEventListener(name, wake)
    }
  }, [video, wake])

  // The time restarts when it plays, or a menu closes.
  const still = held || !playing
  useEffect(() => {
    if (!still) wake()
  }, [still, wake])

  return { shown: awake || still, wake, rest }
}
