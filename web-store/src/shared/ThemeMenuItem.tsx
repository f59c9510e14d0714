import { t } from '../language/text.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconMoon, IconSun } from '../ui/icons.ts'
import { MenuItem } from '../ui/menu.ts'
import { useTheme } from './use-theme.ts'

/** Switches between light and dark; the menu stays open, so that a second press undoes it. */
export function ThemeMenuItem() {
  const { dark, change } = useTheme()
  return (
    <MenuItem value="theme" closeOnSelect={false} onClick={change}>
      <Icon of={dark ? IconSun : IconMoon} />
      {dark ? t('Light theme') : t('Dark theme')}
    </MenuItem>
  )
}
