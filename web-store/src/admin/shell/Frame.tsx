import type { AdminRole } from 'contract/define-call'
import { type ReactNode, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { useConsoleMenu } from '../../stores/console-menu.ts'
import { chakra } from '../../ui/chakra.ts'
import { useMe } from '../host/me.queries.ts'
import { type AdminTab, entryOf, menuOf } from '../tabs/tabs.ts'
import { PhoneBars } from './PhoneBars.tsx'
import { SideColumn } from './SideColumn.tsx'
import { useWaiting } from './waiting.tsx'

function useMedia(query: string): boolean {
  const [watch, read] = useMemo(() => {
    const media = matchMedia(query)
    const follow = (changed: () => void) => {
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    }
    return [follow, () => media.matches]
  }, [query])
  return useSyncExternalStore(watch, read)
}

/** Tells the document the room that the menu takes, for bars and notices that are fixed at the edges of the window. */
function useRoom(): { wide: boolean; folded: boolean } {
  const wide = useMedia('(min-width: 1024px)')
  const low = useMedia('(max-height: 479px)')
  // The tables need the room of a whole column below this width, until an admin unfolds it.
  const roomy = useMedia('(min-width: 1200px)')
  const folded = useConsoleMenu((menu) => menu.folded) ?? !roomy
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const room = {
      // Grows with the letters, up to a third of the window.
      '--frame-start': wide ? (folded ? '4rem' : 'min(15rem, 33vw)') : '0px',
      '--frame-top': `calc(var(--host-top, 0px) + ${wide || low ? 0 : 56}px)`,
      '--frame-bottom': wide ? '0px' : `calc(${low ? 48 : 64}px + env(safe-area-inset-bottom))`,
      'scroll-padding-top': 'calc(var(--frame-top) + 32px)',
      'scroll-padding-bottom':
        'calc(var(--fixed-bar, 0px) + var(--host-bottom, 0px) + var(--frame-bottom, 0px) + 16px)',
    }
    for (const [name, value] of Object.entries(room)) style.setProperty(name, value)
    return () => Object.keys(room).forEach((name) => void style.removeProperty(name))
  }, [wide, low, folded])
  return { wide, folded }
}

type Props = {
  tab: AdminTab | undefined
  /** Undefined until it is known: the menu then has room, but no entries. */
  role: AdminRole | undefined
  /** True if the role will not be known: the menu has all entries. */
  roleFailed: boolean
  /** True if the server answers nothing but the login's own calls. */
  onlySignIn: boolean
  children: ReactNode
}

/** The menu of the console around its screen. */
export function Frame({ tab, role, roleFailed, onlySignIn, children }: Props) {
  const { wide, folded } = useRoom()
  const waiting = useWaiting(role !== undefined && !onlySignIn)
  const { data: me } = useMe()
  const rows = role || roleFailed ? menuOf(role, me) : []
  const menu = { rows, role, current: tab?.id ?? '', entry: tab ? entryOf(tab, rows) : '', waiting }
  return (
    <>
      {wide ? <SideColumn folded={folded} {...menu} /> : <PhoneBars {...menu} />}
      <chakra.div
        minH="calc(100dvh - var(--host-top, 0px) - var(--host-bottom, 0px))"
        display="flex"
        flexDirection="column"
        ps={{ base: 'var(--frame-start, 0px)', _print: '0' }}
        pb={{ base: 'var(--frame-bottom, 0px)', _print: '0' }}
      >
        {children}
      </chakra.div>
    </>
  )
}
