import type { ReactNode } from 'react'

export type ToastKind = 'success' | 'info' | 'error'

export type ToastOptions = {
  description?: ReactNode
  /** Milliseconds it stays; 4500 when absent. */
  duration?: number
  /** A link or button beside the title. */
  action?: { label: string; to?: string; onClick?: () => void }
  /** A second toast with the same id takes the place of the first. */
  id?: string
}

export type ToastRequest = ToastOptions & { kind: ToastKind; title: string }

type Listener = (request: ToastRequest) => void

let show: Listener | undefined
let end: ((id: string) => void) | undefined
let askForRegion: (() => void) | undefined
const waiting: ToastRequest[] = []

function raise(kind: ToastKind) {
  return (title: string, options: ToastOptions = {}) => {
    const request = { ...options, kind, title }
    if (show) return show(request)
    waiting.push(request)
    askForRegion?.()
  }
}

/** Short notices: `toast.success('Added to cart')`. Never the only place where an error is shown. */
export const toast = {
  ...{ success: raise('success'), info: raise('info'), error: raise('error') },
  /** Takes the notice of that id away, whose words hold no more. */
  end: (id: string) => end?.(id),
}

/** The region of the toasts is loaded with the first of them; until then the notices wait here. */
export const toastRegion = {
  onNeeded(ask: () => void) {
    askForRegion = ask
    if (waiting.length > 0) ask()
  },
  connect(listener: Listener, takeAway?: (id: string) => void) {
    show = listener
    end = takeAway
    for (const request of waiting.splice(0)) listener(request)
  },
}
