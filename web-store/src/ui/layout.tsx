import { chakra } from './chakra.ts'

/** The content's width with its gutter: 1200 of which 40 on each side, on phones 16. `narrow` is for texts, `form` for forms. */
export const Wrap = chakra('div', {
  base: { w: 'full', maxW: '1200px', mx: 'auto', px: { base: '16px', md: '10' } },
  variants: { size: { full: {}, narrow: { maxW: '880px' }, form: { maxW: '860px' } } },
})

/** A section of a page; `alt` stands on the panel's ground between two hairlines. */
export const Section = chakra('section', {
  base: { py: { base: '12', md: '18' } },
  variants: { alt: { true: { bg: 'bg.panel', borderBlockWidth: '1px', borderColor: 'border' } } },
})

/** The dark board of hero, bands and footer. What lies on it turns its edges and focus rings white. */
export const Stage = chakra(
  'section',
  { base: { bg: 'stage', color: 'stage.fg' } },
  { defaultProps: { 'data-stage': '' } as Record<string, string> },
)

export const Card = chakra('div', {
  base: { bg: 'bg.panel', borderWidth: '1px', borderColor: 'border', borderRadius: 'l3' },
  variants: { padded: { true: { p: { base: '18px', md: '6' } } } },
})

/** A row with its things in the middle. */
export const Row = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: '3' } })

/** A column with a gap. */
export const Stack = chakra('div', { base: { display: 'grid', gap: '3', alignContent: 'start' } })

/** Fields of a definition list, blocks of a grid: a plain box. */
export const Box = chakra('div')

/** A small label; `colorPalette` gives it a colour, without one it is grey. */
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

/** A still or shimmering block where something will be. */
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
