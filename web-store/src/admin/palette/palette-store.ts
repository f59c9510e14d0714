import { create } from 'zustand'

/** Whether the palette is open. */
export const usePalette = create<{ open: boolean }>(() => ({ open: false }))

export const openPalette = () => usePalette.setState({ open: true })
export const closePalette = () => usePalette.setState({ open: false })
