import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { noticeList } from './notices.ts'

type List = ReturnType<typeof noticeList>

/** Handles focus: Alt+T leads to the notices from anywhere, and a notice closed by keyboard returns the focus. */
export function useFocus(list: List, region: RefObject<HTMLElement | null>) {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey && event.code === 'KeyT') region.current?.querySelector<HTMLElement>('a, button')?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [region])
  return {
    /** A notice focused by a pointer press holds nothing. */
    entered(onto: Element, from: EventTarget | null) {
      if (onto.matches(':focus-visible')) list.hold('focus', true)
      if (from instanceof HTMLElement && !region.current?.contains(from)) before.current = from
    },
    left(to: EventTarget | null) {
      if (to instanceof Node && region.current?.contains(to)) return
      list.hold('focus', false)
    },
    giveBack() {
      if (!region.current?.contains(document.activeElement)) return
      if (before.current instanceof HTMLElement && before.current.isConnected)
        before.current.focus({ preventScroll: true })
      else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    },
  }
}

/**
 * Tracks a pointer that moves over a notice. One that rests where a notice appears does not hold it, because it could
 * never press the covered element: it enters, but does not move.
 */
export function usePointer(list: List) {
  const over = useRef<string>(undefined)
  return {
    moved(key: string, { pointerType }: PointerEvent) {
      if (pointerType === 'touch') return
      over.current = key
      list.hold('pointer', true)
    },
    /** Releases a notice that disappeared under the pointer: browsers fire no leave event then. */
    left(isOver: (key: string) => boolean) {
      if (over.current === undefined || !isOver(over.current)) return
      over.current = undefined
      list.hold('pointer', false)
    },
  }
}
