import { chakra } from '../../ui/chakra.ts'

/** The round behind an icon. */
export const Mark = chakra('span', {
  base: {
    flex: 'none',
    display: 'grid',
    placeItems: 'center',
    w: 'var(--mark, 36px)',
    h: 'var(--mark, 36px)',
    borderRadius: 'full',
    bg: 'bg.muted',
    color: 'fg.muted',
  },
  variants: { coloured: { true: { bg: 'colorPalette.subtle', color: 'colorPalette.fg' } } },
})

/** Lines that ask for something: a mark, what there is to do, and the way there. On phones the way is below the words. */
export const Rows = chakra('ul', {
  base: {
    listStyleType: 'none',
    '& > li': {
      display: 'grid',
      gridTemplateColumns: { base: '36px minmax(0,1fr) auto', md: '36px minmax(0,1fr) auto auto' },
      alignItems: 'center',
      columnGap: '3.5',
      rowGap: '2.5',
      minH: '60px',
      px: { base: '4', md: '5' },
      py: '2.5',
      borderTopWidth: '1px',
      borderColor: 'border',
      lineHeight: '1.35',
    },
    // With a mouse it shows where the pointer or the focus is: beside every way it would be the louder one.
    '@media (hover: hover)': {
      '& [data-dismiss]': { opacity: '0' },
      '& > li:is(:hover, :focus-within) [data-dismiss]': { opacity: '1' },
    },
    '& > li > :is(a, button:last-child)': {
      gridColumn: { base: '2', md: '4' },
      justifySelf: { base: 'start', md: 'end' },
    },
  },
})

export const Fold = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '2.5',
    w: 'full',
    minH: '48px',
    px: { base: '4', md: '5' },
    py: '2',
    bg: 'bg.subtle',
    borderTopWidth: '1px',
    borderColor: 'border',
    color: 'fg.muted',
    fontSize: '.9375rem',
    lineHeight: '1.4',
    textAlign: 'start',
    cursor: 'pointer',
    '& b': { color: 'fg', fontWeight: '550' },
    '&[aria-expanded=true] svg': { transform: 'rotate(180deg)' },
    _hover: { bg: 'bg.muted' },
    _focusVisible: { outlineOffset: '-3px' },
  },
})
