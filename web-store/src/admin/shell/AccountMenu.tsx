import type { AdminRole } from 'contract/define-call'
import { Link } from 'react-router-dom'
import { ThemeMenuItem } from '../../shared/ThemeMenuItem.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { MenuContent, MenuItem, MenuPositioner, MenuRoot, MenuTrigger } from '../../ui/menu.ts'
import { IconChevronDown, IconUser } from '../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { usePlatform } from '../host/platform.tsx'
import { useAdminSession } from '../session/admin-session.ts'
import { useMe } from '../session/me.queries.ts'
import { tabsOf } from '../tabs.ts'

const Trigger = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1.5',
    minH: '11',
    px: '2',
    borderRadius: 'l2',
    cursor: 'pointer',
    fontSize: '.875rem',
    _hover: { bg: 'stage.raised', color: 'white' },
  },
})

/** The admin's email, with the tabs that are opened now and then, and the theme. */
export function AccountMenu({ current, role }: { current: string; role: AdminRole | undefined }) {
  const email = useAdminSession(({ session }) => session?.email ?? '')
  const { data: me } = useMe()
  const { installers } = usePlatform()
  return (
    <MenuRoot positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <MenuTrigger asChild>
        <Trigger type="button">
          <chakra.span display={{ xl: 'none' }}>
            <Icon of={IconUser} />
          </chakra.span>
          <VisuallyHidden>Account of </VisuallyHidden>
          <chakra.span
            maxW={{ base: '1px', xl: '14em' }}
            truncate
            clipPath={{ base: 'inset(50%)', xl: 'none' }}
            position={{ base: 'absolute', xl: 'static' }}
          >
            {email}
          </chakra.span>
          <Icon of={IconChevronDown} size={16} />
        </Trigger>
      </MenuTrigger>
      <MenuPositioner>
        <MenuContent>
          <chakra.p px="3" py="2" textStyle="sm" color="fg.muted" display={{ xl: 'none' }} overflowWrap="anywhere">
            {email}
          </chakra.p>
          {tabsOf(role)
            .filter(({ place }) => place === 'menu')
            .map(({ id, label }) => (
              <MenuItem key={id} value={id} asChild>
                <Link to={adminPaths.tab(id)} aria-current={id === current ? 'page' : undefined}>
                  {label}
                </Link>
              </MenuItem>
            ))}
          <ThemeMenuItem />
          {installers && (
            <MenuItem value="desktop-app" asChild>
              <a href={installers} target="_blank" rel="noreferrer">
                Desktop app
              </a>
            </MenuItem>
          )}
          {me && (
            <chakra.p px="3" py="2" textStyle="sm" color="fg.muted">
              Version {me.version}
            </chakra.p>
          )}
        </MenuContent>
      </MenuPositioner>
    </MenuRoot>
  )
}
