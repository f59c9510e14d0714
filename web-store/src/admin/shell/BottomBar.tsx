import { Link } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconMenu2 } from '../../ui/icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import type { AdminTab, MenuRow } from '../tabs/tabs.ts'
import { menuIcon } from './menu-icons.ts'
import { WaitingCount } from './waiting.tsx'

const Bar = chakra('nav', {
  base: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0,1fr)',
    bg: 'bg.panel',
    borderTopWidth: '1px',
    borderColor: 'border',
    px: '1',
    pb: 'env(safe-area-inset-bottom)',
    minH: '64px',
    _print: { display: 'none' },
    '&[data-fixed-bar]': { position: 'fixed', insetInline: '0', bottom: 'var(--host-bottom, 0px)', zIndex: '10' },
    '& > :is(a, button)': {
      position: 'relative',
      display: 'grid',
      justifyItems: 'center',
      alignContent: 'center',
      gap: '3px',
      h: '63px',
      // Larger letters have the width of a fifth of the window.
      fontSize: 'min(.75rem, 4.1vw)',
      fontWeight: '550',
      lineHeight: '1.2',
      color: 'fg.muted',
      cursor: 'pointer',
      outlineOffset: '-3px',
    },
    '& > :is([aria-current], [data-on])': { color: 'action.fg' },
    '& > :is([aria-current], [data-on]) > span:first-child': { bg: 'action.muted' },
    '& [data-count]': { position: 'absolute', top: '5px', left: 'calc(50% + 4px)', fontSize: 'min(.6875rem, 3.8vw)' },
    '@media (max-height: 479px)': {
      minH: '48px',
      '& > :is(a, button)': { h: '47px', gridAutoFlow: 'column', alignItems: 'center', justifyContent: 'center' },
      '& [data-count]': { position: 'static' },
    },
  },
})

const Pill = chakra('span', {
  base: { display: 'grid', placeItems: 'center', w: '52px', maxW: 'full', h: '28px', borderRadius: 'full' },
})

export const IN_BAR: readonly string[] = ['overview', 'orders', 'courses', 'users']

/** The entries and counts that every form of the menu shows. */
export type Menu = {
  rows: readonly MenuRow[]
  /** The tab that is open, and the entry that it belongs to. */
  current: string
  entry: string
  /** Counts what waits behind some tabs. */
  waiting: (tabs: readonly AdminTab[]) => number
}

/** Says of an entry whether its own screen is open, or one below it. */
export const currentOf = (id: string, { current, entry }: Pick<Menu, 'current' | 'entry'>) =>
  id === entry ? (id === current ? 'page' : 'true') : undefined

type MoreProps = {
  /** The sheet is open, and this bar is below it. */
  isOpen: boolean
  onMore: () => void
}

/** The screens that are opened most; More has the others. */
export function BottomBar({ isOpen, onMore, ...menu }: Menu & MoreProps) {
  const { rows, entry, waiting } = menu
  const all = rows.flatMap((row) => row.entries.map((tab) => ({ row, tab })))
  const near = all.filter(({ tab }) => IN_BAR.includes(tab.id))
  const far = all.filter((one) => !near.includes(one)).map(({ tab }) => tab)
  const isFar = !near.some(({ tab }) => tab.id === entry)
  return (
    <Bar aria-label="Admin" data-fixed-bar={isOpen ? undefined : ''}>
      {near.map(({ row, tab }) => (
        <Link
          key={tab.id}
          to={adminPaths.tab(tab.id)}
          aria-current={currentOf(tab.id, menu)}
          onClick={isOpen ? onMore : undefined}
        >
          <Pill>
            <Icon of={menuIcon(row.id)} />
          </Pill>
          {tab.label}
          <WaitingCount count={waiting([tab])} />
        </Link>
      ))}
      {far.length > 0 && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          data-on={isOpen || isFar ? '' : undefined}
          onClick={onMore}
        >
          <Pill>
            <Icon of={IconMenu2} />
          </Pill>
          More
          <WaitingCount count={waiting(far)} />
        </button>
      )}
    </Bar>
  )
}
