import { useSyncExternalStore } from 'react'
import { storage } from '../stores/storage.ts'

function subscribe(onChange: () => void) {
  document.addEventListener('themechange', onChange)
  return () => document.removeEventListener('themechange', onChange)
}

const isDark = () => document.documentElement.dataset.theme === 'dark'

/** Chooses the other theme; choosing what the system has anyway means following the system again. */
function choose(theme: 'light' | 'dark') {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  if (theme === system) storage.remove('theme')
  else storage.write('theme', theme)
  dispatchEvent(new Event('themechoice'))
}

/** The theme that is shown, which the theme script decides before the page is painted, and how to change to the other one. */
export function useTheme(): { dark: boolean; change: () => void } {
  const dark = useSyncExternalStore(subscribe, isDark, () => false)
  return { dark, change: () => choose(dark ? 'light' : 'dark') }
}
