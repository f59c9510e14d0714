import type { AdminRole } from 'contract/define-call'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { ThemeMenuItem } from '../../shared/ThemeMenuItem.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { MenuContent, MenuItem, MenuPositioner, MenuRoot, MenuSeparator, MenuTrigger } from '../../ui/menu.ts'
import { IconDownload, IconLogout } from '../../ui/secondary-icons.ts'
import { Muted } from '../forms/form-parts.tsx'
import { IconHelp, IconShieldLock } from '../host/admin-icons.ts'
import { adminPaths, HELP } from '../host/admin-paths.ts'
import { useAdminSession } from '../host/admin-session.ts'
import { useMe } from '../host/me.queries.ts'
import { usePlatform } from '../host/platform.tsx'
import { useAdminLogOut } from '../session/use-admin-log-out.ts'
import { tabsOf } from '../tabs/tabs.ts'
import { roles } from './role-labels.ts'

/** Returns who is at work: the name where there is one, and the role once it is known. */
export function useAccount(): { email: string; name: string; role: string | undefined } {
  const email = useAdminSession(({ session }) => session?.email ?? '')
  const { data: me } = useMe()
  return { email, name: me?.name || email, role: me && roles[me.role][0] }
}

type AccountMenuProps = {
  current: string
  role: AdminRole | undefined
  placement: 'top-start' | 'bottom-end' | 'right-end'
  /** The button that opens it. */
  children: ReactElement
}

/** The account at work: its security, the theme, help and the way out. */
export function AccountMenu({ current, role, placement, children }: AccountMenuProps) {
  const { email, name, role: roleName } = useAccount()
  const { data: me } = useMe()
  const { installers } = usePlatform()
  const { isPending, logOut } = useAdminLogOut()
  return (
    <MenuRoot positioning={{ placement }} lazyMount unmountOnExit>
      <MenuTrigger asChild>{children}</MenuTrigger>
      <MenuPositioner>
        <MenuContent w="262px" maxW="calc(100vw - 16px)" maxH="calc(100dvh - 24px)" overflowY="auto">
          <chakra.div px="3" py="2" lineHeight="1.35" overflowWrap="anywhere">
            {name !== email && <chakra.b display="block">{name}</chakra.b>}
            <Muted as="span">{[email, roleName].filter(Boolean).join(', ')}</Muted>
          </chakra.div>
          <MenuSeparator />
          {tabsOf(role)
            .filter(({ place }) => place === 'account')
            .map(({ id, label }) => (
              <MenuItem key={id} value={id} asChild>
                <Link to={adminPaths.tab(id)} aria-current={id === current ? 'page' : undefined}>
                  <Icon of={IconShieldLock} />
                  {label}
                </Link>
              </MenuItem>
            ))}
          <ThemeMenuItem />
          {installers && (
            <MenuItem value="desktop-app" asChild>
              <a href={installers} target="_blank" rel="noreferrer">
                <Icon of={IconDownload} />
                Desktop app
              </a>
            </MenuItem>
          )}
          <MenuItem value="help" asChild>
            <a href={HELP} target="_blank" rel="noreferrer">
              <Icon of={IconHelp} />
              Help
            </a>
          </MenuItem>
          <MenuSeparator />
          <MenuItem value="log-out" disabled={isPending} onClick={logOut}>
            <Icon of={IconLogout} />
            Log out
          </MenuItem>
          {me && (
            <chakra.p px="3" py="1.5" textStyle="xs" color="fg.muted">
              Version {me.version}
            </chakra.p>
          )}
        </MenuContent>
      </MenuPositioner>
    </MenuRoot>
  )
}
