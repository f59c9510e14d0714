import { useState } from 'react'
import { create } from 'zustand'

/** Holds the state and the text of the palette, also before its file loads. */
export const usePalette = create<{ open: boolean; typed: string }>(() => ({ open: false, typed: '' }))

let before: Element | null = null

export function openPalette(): void {
  if (usePalette.getState().open) return
  before = document.activeElement
  usePalette.setState({ open: true, typed: '' })
}

/** Gives the focus back to where it was, unless something else took it. */
export function closePalette(): void {
  usePalette.setState({ open: false })
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
  })
}

/**
 * Returns the text and its setter. A field follows the store only some time after it is drawn, and React takes back what was typed into it
 * before; so its own state changes with each key, too.
 */
export function useTyped(): [typed: string, type: (typed: string) => void] {
  const typed = usePalette((state) => state.typed)
  const [, setDrawn] = useState<string>()
  const type = (next: string) => {
    usePalette.setState({ typed: next })
    setDrawn(next)
  }
  return [typed, type]
}
