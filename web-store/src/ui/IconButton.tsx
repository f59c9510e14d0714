import { chakra } from './chakra.ts'

/**
 * A square target of 44px (40 with `compact`, for tables) for one icon; neither grows with the font size. Set an
 * `aria-label`.
 */
export const IconButton = chakra(
  'button',
  {
    base: {
      position: 'relative',
      display: 'inline-grid',
      placeItems: 'center',
      flexShrink: '0',
      w: '44px',
      h: '44px',
      borderRadius: 'l2',
      color: 'inherit',
      cursor: 'pointer',
      transition: 'background-color 120ms',
      _hover: { bg: 'bg.muted', '[data-stage] &': { bg: 'stage.raised' } },
      _disabled: { opacity: '.4', cursor: 'not-allowed' },
    },
    variants: { compact: { true: { w: '40px', h: '40px' } } },
  },
  { defaultProps: { type: 'button' } },
)
