import { useSyncExternalStore } from 'react'

function subscribeTo(target: EventTarget, ...names: string[]) {
  return (onChange: () => void) => {
    for (const name of names) target.addEventListener(name, onChange)
    return () => {
      for (const name of names) target.removeEventListener(name, onChange)
    }
  }
}

const network = (onChange: () => void) => subscribeTo(window, 'online', 'offline')(onChange)
const visibility = (onChange: () => void) => subscribeTo(document, 'visibilitychange')(onChange)

/** False while the browser knows that it has no network. */
export const useOnline = (): boolean => useSyncExternalStore(network, () => navigator.onLine)

/** False while the page is in a hidden tab or window. */
export const usePageVisible = (): boolean =>
  useSyncExternalStore(visibility, () => document.visibilityState === 'visible')
