import { Portal } from '@ark-ui/react/portal'
import { Link } from 'react-router-dom'
import { Avatar, initialOf } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { DialogBackdrop, DialogContent, DialogPositioner, DialogRoot, DialogTitle } from '../../ui/dialog-parts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { stayForNotices } from '../../ui/notice-place.ts'
import { Muted, Tools } from '../forms/form-parts.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { openPalette } from '../palette/palette-store.ts'
import { useAdminLogOut } from '../session/use-admin-log-out.ts'
import { useAccount } from './AccountMenu.tsx'
import { BottomBar, currentOf, IN_BAR, type Menu } from './BottomBar.tsx'
import { WaitingCount } from './waiting.tsx'

const Search = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    w: 'full',
    minH: '11',
    px: '3.5',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    bg: 'bg.panel',
    color: 'fg.subtle',
    fontSize: '.9375rem',
    textAlign: 'start',
    cursor: 'pointer',
  },
})

const columns = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(8.5rem, 100%), 1fr))',
  columnGap: '4',
} as const

const Groups = chakra('div', {
  base: {
    ...columns,
    rowGap: '3.5',
    pt: '4',
    pb: '3',
    '& h3': { fontSize: '.8125rem', fontWeight: '550', color: 'fg.subtle', mb: '0.5' },
    '& ul': { listStyleType: 'none' },
    '& li + li': { borderTopWidth: '1px', borderColor: 'border' },
    // The entries that are in no group.
    '& > :first-child': { gridColumn: '1 / -1', '& ul': columns, '& li': { borderTopWidth: '0 !important' } },
    '& a': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '2',
      minH: '10',
      fontWeight: '500',
    },
    '& a[aria-current]': { color: 'action.fg', fontWeight: '600' },
  },
})

/** Everything of the menu, from the bottom edge; the bar stays below it. */
export default function MoreSheet({ onClose, ...menu }: Menu & { onClose: () => void }) {
  const { rows, waiting } = menu
  const { email, name, role } = useAccount()
  const { isPending, logOut } = useAdminLogOut()
  const flat = rows.flatMap(({ id, place, entries }) => (place === 'group' || IN_BAR.includes(id) ? [] : entries))
  const search = () => {
    onClose()
    openPalette()
  }
  return (
    <DialogRoot
      lazyMount
      unmountOnExit
      open
      onOpenChange={(event) => !event.open && onClose()}
      onInteractOutside={stayForNotices}
    >
      <Portal>
        <DialogBackdrop />
        <DialogPositioner p="0" alignItems="flex-end" bottom="var(--host-bottom, 0px)" overflow="hidden">
          <DialogContent
            my="0"
            maxH="calc(100% - 40px)"
            borderWidth="0"
            borderRadius="18px 18px 0 0"
            display="grid"
            gridTemplateRows="minmax(0,1fr) auto"
          >
            <DialogTitle srOnly>More</DialogTitle>
            <chakra.div overflowY="auto" overscrollBehaviorY="contain" px="4" pt="4" pb="2.5">
              <Search type="button" onClick={search}>
                <Icon of={IconSearch} size={16} />
                Search orders, students, courses
              </Search>
              <Groups>
                {[{ id: 'flat', label: '', entries: flat }, ...rows.filter(({ place }) => place === 'group')].map(
                  ({ id, label, entries }) => (
                    <section key={id} aria-labelledby={label ? `more-${id}` : undefined}>
                      {label && <h3 id={`more-${id}`}>{label}</h3>}
                      <ul>
                        {entries.map((tab) => (
                          <li key={tab.id}>
                            <Link to={adminPaths.tab(tab.id)} aria-current={currentOf(tab.id, menu)} onClick={onClose}>
                              {tab.label}
                              <WaitingCount count={waiting([tab])} />
                            </Link>
                          </li>
                        ))}
                      </ul>
                    </section>
                  ),
                )}
              </Groups>
              <Tools gap="3" borderTopWidth="1px" borderColor="border" pt="3" pb="1.5" lineHeight="1.35">
                <Avatar aria-hidden>{initialOf(name)}</Avatar>
                <chakra.span flex="1 1 8em" minW="0" overflowWrap="anywhere">
                  {name !== email && <chakra.b display="block">{name}</chakra.b>}
                  <Muted as="span">{[role, email].filter(Boolean).join(', ')}</Muted>
                </chakra.span>
                <Button variant="outline" size="sm" disabled={isPending} onClick={logOut}>
                  Log out
                </Button>
              </Tools>
            </chakra.div>
            <BottomBar {...menu} isOpen onMore={onClose} />
          </DialogContent>
        </DialogPositioner>
      </Portal>
    </DialogRoot>
  )
}
