import { t } from '../language/text.ts'
import { useTheme } from '../shared/use-theme.ts'
import { chakra } from '../ui/chakra.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconMoon, IconSun } from '../ui/icons.ts'

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

/** Light or dark, in the footer. */
export function ThemeSwitch() {
  const { dark, change } = useTheme()
  return (
    <Switch type="button" onClick={change}>
      <Icon of={dark ? IconSun : IconMoon} />
      {dark ? t('Light theme') : t('Dark theme')}
    </Switch>
  )
}
