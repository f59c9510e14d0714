import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { usePlatform } from '../host/platform.tsx'
import { openPalette } from './palette-store.ts'

const Key = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    flexShrink: '0',
    minH: '38px',
    mx: '4',
    px: '2.5',
    borderWidth: '1px',
    borderColor: 'stage.border',
    borderRadius: '8px',
    bg: 'stage.raised',
    fontSize: '.875rem',
    cursor: 'pointer',
    _hover: { color: 'white' },
    '& kbd': { ms: 'auto', fontFamily: 'inherit', fontSize: '.75rem', whiteSpace: 'nowrap' },
  },
})

/** Opens the palette; says by which keys it opens, too. */
export function CommandButton() {
  const { commandKey } = usePlatform()
  return (
    <Key type="button" aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}>
      <Icon of={IconSearch} size={16} />
      Search
      <kbd>{commandKey} K</kbd>
    </Key>
  )
}
