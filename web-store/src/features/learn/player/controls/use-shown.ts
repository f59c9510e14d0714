import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

const REST_MS = 3000

/**
 * Whether the controls are shown: always while the lesson stands still or `held`; while it plays, until nothing has moved in the player
 * for 3 s and no key stands on them.
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
      // Who goes by Tab sees where they are; leaving wakes it again.
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

  // From the moment it plays, or a menu is closed, the time runs anew.
  const still = held || !playing
  useEffect(() => {
    if (!still) wake()
  }, [still, wake])

  return { shown: awake || still, wake, rest }
}
