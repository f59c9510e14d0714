/**
 * Returns the line height of a heading in Latin letters, plus room for the signs of Devanagari above and below
 * (`global-css.ts`).
 */
const tight = (latin: number) => `calc(${latin} + var(--signs, 0))`

/** `font-stretch` of Anek, in percent, is part of a style: headings are set condensed. */
const style = (fontSize: string, lineHeight: string, fontWeight: string, fontStretch: string) => ({
  value: { fontSize, lineHeight, fontWeight, fontStretch, textWrap: fontStretch === '100%' ? undefined : 'balance' },
})

const responsive = (phone: string, wide: string, lineHeight: string, fontWeight: string, fontStretch: string) => ({
  value: {
    fontSize: { base: phone, md: wide },
    lineHeight,
    fontWeight,
    fontStretch,
    textWrap: 'balance',
    letterSpacing: '-.005em',
  },
})

/** Sizes, weights and widths of all text. Weights are capped by size so that the dots of i and j stay open. */
export const textStyles = {
  // On the narrowest phones a line of Hindi also fits in the fallback font, so that the web font shifts nothing.
  display: responsive('clamp(2.25rem, 12.2vw, 2.875rem)', '4.25rem', tight(0.98), '800', '78%'),
  painted: {
    value: {
      fontSize: 'clamp(2.75rem, 6.6vw, 5.25rem)',
      lineHeight: tight(0.96),
      fontWeight: '800',
      fontStretch: '80%',
      textWrap: 'balance',
    },
  },
  h1: responsive('1.875rem', '2.5rem', tight(1.08), '750', '84%'),
  h2: responsive('1.5rem', '2.125rem', tight(1.08), '750', '84%'),
  h3: style('1.25rem', tight(1.2), '620', '88%'),
  quote: {
    value: {
      fontSize: { base: '1.375rem', md: '1.875rem' },
      lineHeight: tight(1.22),
      fontWeight: '600',
      fontStretch: '88%',
      textWrap: 'pretty',
    },
  },
  lead: {
    value: {
      fontSize: { base: '1.0625rem', md: '1.1875rem' },
      lineHeight: '1.5',
      fontWeight: '400',
      fontStretch: '100%',
      textWrap: 'pretty',
    },
  },
  body: style('1rem', '1.55', '400', '100%'),
  md: style('1rem', '1.55', '400', '100%'),
  lg: style('1.125rem', '1.4', '400', '100%'),
  label: style('.9375rem', '1.35', '550', '100%'),
  table: style('.9375rem', '1.35', '400', '100%'),
  sm: style('.875rem', '1.45', '400', '100%'),
  xs: style('.75rem', '1.35', '400', '100%'),
}
