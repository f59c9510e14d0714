import { defineGlobalStyles } from '@chakra-ui/react'

const focusRing = { outline: '3px solid', outlineColor: 'colorPalette.focusRing', outlineOffset: '2px' }

/** The styles of the whole document; what needs no token of the theme is in index.html. The build writes them into the pages. */
export const globalCss = defineGlobalStyles({
  html: {
    color: 'fg',
    bg: 'bg',
    colorPalette: 'action',
    fontFamily: 'body',
    '--global-font-body': 'fonts.body',
    '--global-font-mono': 'fonts.mono',
    '--global-color-border': 'colors.border',
  },
  '*::placeholder': { color: 'fg.subtle', opacity: '1' },
  '*::selection': { bg: 'colorPalette.muted' },
  'p, li, dd': { textWrap: 'pretty' },
  'b, strong': { fontWeight: '600' },
  ':focus-visible': focusRing,
  '[data-stage] :focus-visible': { outlineColor: 'white' },
})
