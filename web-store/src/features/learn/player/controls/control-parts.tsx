import { chakra } from '../../../../ui/chakra.ts'
import { ON_ITS_SIDE } from '../../lesson/stage-parts.tsx'

/** Background of the player in both themes. */
export const NIGHT = '#0C0D2B'

/** A key of the player: 44px high and wide, a little narrower on the smallest phones. */
export const Key = chakra(
  'button',
  {
    base: {
      display: 'inline-grid',
      placeItems: 'center',
      flexShrink: '0',
      minW: '44px',
      h: '44px',
      px: '6px',
      borderRadius: '8px',
      color: 'white',
      fontSize: '.9375rem',
      fontWeight: '550',
      fontVariantNumeric: 'lining-nums tabular-nums',
      cursor: 'pointer',
      _hover: { bg: '#2A2E6B' },
      _focusVisible: { outline: '3px solid white', outlineOffset: '-3px' },
      '&[aria-expanded=true]': { bg: '#2A2E6B' },
      '&[aria-pressed=true], &[data-on]': { boxShadow: 'inset 0 -3px 0 #FFB81C', borderRadius: '0' },
      '@media (max-width: 359px)': { minW: '36px', px: '2px' },
    },
    variants: {
      wide: {
        true: { display: { base: 'none', md: 'inline-grid' } },
      },
      phone: {
        true: { display: { md: 'none' } },
      },
    },
  },
  { defaultProps: { type: 'button' } },
)

/** A sheet from below on phones, a card over the picture elsewhere. */
export const Sheet = chakra('div', {
  base: {
    position: { base: 'fixed', md: 'absolute' },
    insetX: { base: '0', md: 'auto' },
    right: { md: '3.5' },
    bottom: { base: '0', md: '96px' },
    zIndex: '20',
    w: { md: '276px' },
    maxH: { base: '80dvh', md: 'calc(100% - 112px)' },
    overflowY: 'auto',
    pointerEvents: 'auto',
    p: '1.5',
    pb: { base: 'max(6px, env(safe-area-inset-bottom))', md: '1.5' },
    bg: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: { base: '14px 14px 0 0', md: 'l3' },
    boxShadow: 'lg',
    textAlign: 'start',
    // The whole height is hardly enough there. These rules precede those of `md`, which would win.
    [ON_ITS_SIDE]: {
      position: 'fixed !important',
      inset: '0 0 0 auto !important',
      w: 'calc(276px + env(safe-area-inset-right)) !important',
      maxH: 'none !important',
      pe: 'max(6px, env(safe-area-inset-right)) !important',
      borderRadius: '14px 0 0 14px !important',
    },
  },
})

export const SheetTitle = chakra('p', {
  base: { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', px: '2.5', pt: '2', pb: '1.5' },
})
