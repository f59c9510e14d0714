import { chakra } from './chakra.ts'

/**
 * The content width with its gutter: 1200 including 40 on each side, 16 on phones. `narrow` is for texts, `form` for
 * forms.
 */
export const Wrap = chakra('div', {
  base: { w: 'full', maxW: '1200px', mx: 'auto', px: { base: '16px', md: '10' } },
  variants: { size: { full: {}, narrow: { maxW: '880px' }, form: { maxW: '860px' } } },
})

/** A section of a page; `alt` uses the panel's background between two hairlines. */
export const Section = chakra('section', {
  base: { py: { base: '12', md: '18' } },
  variants: { alt: { true: { bg: 'bg.panel', borderBlockWidth: '1px', borderColor: 'border' } } },
})

/** The dark board of hero, bands and footer. Borders and focus rings on it turn white. */
export const Stage = chakra(
  'section',
  { base: { bg: 'stage', color: 'stage.fg' } },
  { defaultProps: { 'data-stage': '' } as Record<string, string> },
)

export const Card = chakra('div', {
  base: { bg: 'bg.panel', borderWidth: '1px', borderColor: 'border', borderRadius: 'l3' },
  variants: { padded: { true: { p: { base: '18px', md: '6' } } } },
})

/** A vertically centred row. */
export const Row = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: '3' } })

/** A column with a gap. */
export const Stack = chakra('div', { base: { display: 'grid', gap: '3', alignContent: 'start' } })

/** A plain box: fields of a definition list, blocks of a grid. */
export const Box = chakra('div')

/** A small label; `colorPalette` sets its colour, grey by default. */
export const Tag = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '5px',
    px: '9px',
    py: '3px',
    fontSize: '.8125rem',
    lineHeight: '1.35',
    fontWeight: '550',
    borderRadius: 'l1',
    whiteSpace: 'nowrap',
    bg: 'bg.muted',
    color: 'fg.muted',
  },
  variants: { coloured: { true: { bg: 'colorPalette.subtle', color: 'colorPalette.fg' } } },
})

/** A still or shimmering placeholder. */
export const Skeleton = chakra(
  'div',
  {
    base: {
      background: 'linear-gradient(90deg,{colors.bg.muted},{colors.border},{colors.bg.muted})',
      backgroundSize: '200% 100%',
      animation: 'shimmer 1.6s linear infinite',
      borderRadius: 'l1',
    },
  },
  { defaultProps: { 'aria-hidden': true } },
)
