import { chakra } from '@chakra-ui/react'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { storage } from '../stores/storage.ts'
import { Icon } from '../ui/Icon.tsx'

const Switch = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minH: '11',
    px: '2',
    mx: '-2',
    borderRadius: 'l2',
    cursor: 'pointer',
    _hover: { color: 'white' },
  },
})

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

/** Light or dark. What is shown is decided by the theme script, before the page is painted. */
export function ThemeSwitch() {
  const dark = useSyncExternalStore(subscribe, isDark, () => false)
  return (
    <Switch type="button" onClick={() => choose(dark ? 'light' : 'dark')}>
      <Icon of={dark ? IconSun : IconMoon} />
      {dark ? 'Light theme' : 'Dark theme'}
    </Switch>
  )
}
