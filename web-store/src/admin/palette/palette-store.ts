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

export const typeInPalette = (typed: string) => usePalette.setState({ typed })
