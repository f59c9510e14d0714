import { Link } from 'react-router-dom'
import { rich } from '../language/rich.tsx'
import { t } from '../language/text.ts'
import { paths } from '../paths.ts'
import { ThemeMenuItem } from '../shared/ThemeMenuItem.tsx'
import { Avatar, initialOf } from '../ui/Avatar.tsx'
import { IconChevronDown } from '../ui/buying-icons.ts'
import { chakra } from '../ui/chakra.ts'
import { Icon } from '../ui/Icon.tsx'
import { MenuContent, MenuItem, MenuPositioner, MenuRoot, MenuSeparator, MenuTrigger } from '../ui/menu.ts'
import { IconLogout, IconSettings, IconUser } from '../ui/secondary-icons.ts'
import { VisuallyHidden } from '../ui/text.tsx'
import { useLogOut } from './use-log-out.ts'

const Trigger = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    p: '1',
    borderRadius: 'l2',
    cursor: 'pointer',
    fontWeight: '600',
    _hover: { bg: 'bg.muted' },
  },
})

/** Shows the menu of the logged-in student: Profile, Settings, the theme and Sign out. */
export function StudentMenu({ name }: { name: string }) {
  const { isPending, logOut } = useLogOut()
  return (
    <MenuRoot positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <MenuTrigger asChild>
        <Trigger type="button">
          <Avatar aria-hidden>{initialOf(name)}</Avatar>
          {rich('<hidden>Account of </hidden>{name}', {
            hidden: (words) => <VisuallyHidden>{words}</VisuallyHidden>,
            name: (
              <chakra.span
                truncate
                maxW={{ base: '1px', md: '12em' }}
                clipPath={{ base: 'inset(50%)', md: 'none' }}
                position={{ base: 'absolute', md: 'static' }}
              >
                {name}
              </chakra.span>
            ),
          })}
          <Icon of={IconChevronDown} size={16} />
        </Trigger>
      </MenuTrigger>
      <MenuPositioner>
        <MenuContent>
          <MenuItem value="profile" asChild>
            <Link to={paths.profile}>
              <Icon of={IconUser} />
              {t('Profile')}
            </Link>
          </MenuItem>
          <MenuItem value="settings" asChild>
            <Link to={paths.settings}>
              <Icon of={IconSettings} />
              {t('Settings')}
            </Link>
          </MenuItem>
          <ThemeMenuItem />
          <MenuSeparator />
          <MenuItem value="sign-out" disabled={isPending} onClick={logOut}>
            <Icon of={IconLogout} />
            {t('Log out')}
          </MenuItem>
        </MenuContent>
      </MenuPositioner>
    </MenuRoot>
  )
}
