import { chakra } from '../../ui/chakra.ts'

/** One row of the column: an entry or a group. The open screen's entry is filled. */
export const Row = chakra('a', {
  base: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    w: 'full',
    minH: '38px',
    ps: '3',
    pe: '2',
    borderRadius: '8px',
    fontSize: '.9375rem',
    fontWeight: '500',
    lineHeight: '1.2',
    textAlign: 'start',
    cursor: 'pointer',
    outlineOffset: '-3px !important',
    '&:is(a, button):hover': { bg: 'stage.raised', color: 'white' },
    '&[aria-current]': { bg: '#2B3390 !important', color: 'white', fontWeight: '550' },
    // The group of the open screen stays open, and so is no button.
    '&[data-in]': { color: 'white', fontWeight: '550', cursor: 'default' },
    '&:is([aria-current], [data-in]) > svg:first-child': { color: 'buy.solid' },
    '& > [data-count]': { me: '6' },
    '& > [data-count] + svg': { ms: '-7' },
  },
  variants: {
    kind: {
      first: { '@media (max-height: 860px)': { minH: '36px' } },
      /** Below its group. */
      under: { minH: '34px', '@media (max-height: 860px)': { minH: '30px' }, gap: '2', ps: '11', fontWeight: '450' },
      /** An icon alone. */
      icon: { w: '44px', minH: '42px', p: '0', justifyContent: 'center' },
    },
  },
})

/** The name of a row, cut where it has no room. */
export const Name = chakra('span', { base: { flex: '1', minW: '0', truncate: true } })

/**
 * The name of an icon, which appears beside it under the pointer and the focus. Fixed, for the list that scrolls would cut it off; without
 * `top` it is where the icon is.
 */
export const Tip = chakra('span', {
  base: {
    position: 'fixed',
    left: '4.5rem',
    zIndex: '1',
    px: '2.5',
    py: '1.5',
    borderWidth: '1px',
    borderColor: 'stage.border',
    borderRadius: '8px',
    bg: 'stage',
    color: 'white',
    fontSize: '.875rem',
    fontWeight: '500',
    lineHeight: '1.45',
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
    ':not(:hover, :focus-visible) > &, [aria-expanded=true] > &': {
      w: '1px',
      h: '1px',
      p: '0',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
  },
})

/** Marks an icon behind which something waits. */
export const Dot = chakra('span', {
  base: {
    position: 'absolute',
    top: '2',
    right: '2',
    w: '8px',
    h: '8px',
    borderRadius: 'full',
    bg: '#FF6FA8',
    '@media (forced-colors: active)': { bg: 'Highlight', forcedColorAdjust: 'none' },
  },
})
