import type { ReactNode } from 'react'

export type ToastKind = 'success' | 'info' | 'error'

export type ToastOptions = {
  description?: ReactNode
  /** Milliseconds until it closes; by default 4500, and 10,000 with a button such as Undo. */
  duration?: number
  /** A link or button beside the title. */
  action?: { label: string; to?: string; onClick?: () => void }
  /** A second toast with the same id replaces the first. */
  id?: string
}

export type ToastRequest = ToastOptions & { kind: ToastKind; title: string }

type Listener = (request: ToastRequest) => void

let show: Listener | undefined
let end: ((id: string) => void) | undefined
let requestRegion: (() => void) | undefined
const waiting: ToastRequest[] = []

function raise(kind: ToastKind) {
  return (title: string, options: ToastOptions = {}) => {
    const request = { ...options, kind, title }
    if (show) return show(request)
    waiting.push(request)
    requestRegion?.()
  }
}

/** Shows short notices: `toast.success('Added to cart')`. Never the only place of an error. */
export const toast = {
  success: raise('success'),
  info: raise('info'),
  error: raise('error'),
  /** Closes the notice with that id, once it is outdated. */
  end: (id: string) => end?.(id),
}

/** Loads with the first toast; until then the notices wait here. */
export const toastRegion = {
  onNeeded(query: () => void) {
    requestRegion = query
    if (waiting.length > 0) query()
  },
  connect(listener: Listener, takeAway?: (id: string) => void) {
    show = listener
    end = takeAway
    for (const request of waiting.splice(0)) listener(request)
  },
}
