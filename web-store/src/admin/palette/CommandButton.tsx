import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { usePlatform } from '../host/platform.tsx'
import { openPalette } from './palette-store.ts'

const Key = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    flexShrink: '0',
    minH: '9',
    px: '2.5',
    py: '5px',
    borderWidth: '1px',
    borderColor: 'stage.border',
    borderRadius: '8px',
    bg: 'stage.raised',
    fontSize: '.8125rem',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    _hover: { color: 'white' },
  },
})

/** Opens the palette; says by which keys it opens, too. */
export function CommandButton() {
  const { commandKey } = usePlatform()
  return (
    <Key type="button" aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}>
      <Icon of={IconSearch} size={16} />
      <VisuallyHidden>Open command palette, </VisuallyHidden>
      <chakra.span display={{ base: 'none', lg: 'inline' }}>{commandKey} K</chakra.span>
    </Key>
  )
}
