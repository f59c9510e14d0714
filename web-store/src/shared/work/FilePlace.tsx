import { chakra } from '../../ui/chakra.ts'

/** Replaces the browser's own file button, which speaks the browser's language; a chosen or dropped file still lands on it. */
export const FilePlace = chakra('label', {
  base: {
    position: 'relative',
    display: 'grid',
    w: 'fit-content',
    minH: '11',
    px: '4.5',
    py: '2',
    alignItems: 'center',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    bg: 'bg.panel',
    fontWeight: '600',
    _hover: { bg: 'bg.muted' },
    '&:has([aria-invalid])': { borderColor: 'danger.fg' },
    '&:has(:focus-visible)': { outline: '3px solid', outlineColor: 'action.focusRing', outlineOffset: '2px' },
    '&:has(:disabled)': { opacity: '.5' },
    '& input': { position: 'absolute', inset: '0', w: 'full', h: 'full', opacity: '0', cursor: 'pointer' },
    '& input::file-selector-button': { cursor: 'pointer' },
  },
})
