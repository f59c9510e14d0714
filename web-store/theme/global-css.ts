import { defineGlobalStyles } from '@chakra-ui/react'

const focusRing = { outline: '3px solid', outlineColor: 'colorPalette.focusRing', outlineOffset: '2px' }

const CHECK =
  "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%23fff' stroke-width='2.25' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m3.5 8.5 3 3 6-7'/%3E%3C/svg%3E\")"
const centred = (image: string) => `${image} center / 100% 100% no-repeat {colors.action.solid}`

/** Browsers draw these in a brownish grey on a dark background. In forced colours the system's drawing stays. */
const drawnBoxes = {
  '@media (forced-colors: none)': {
    appearance: 'none',
    flex: 'none',
    w: '18px',
    h: '18px',
    verticalAlign: '-3px',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'min(5px, {radii.l1})',
    '&[type=radio]': { borderRadius: 'full' },
    '&:is(:checked, :indeterminate)': { borderColor: 'action.solid' },
    '&[type=checkbox]:checked': { background: centred(CHECK) },
    '&[type=checkbox]:indeterminate': {
      background: centred('linear-gradient(#fff, #fff)'),
      backgroundSize: '55% 2px',
    },
    '&[type=radio]:checked': { background: centred('radial-gradient(#fff 32%, transparent 38%)') },
    '&:disabled': { opacity: '.5', cursor: 'not-allowed' },
  },
}

/** Forced colours would remove a background that shows a choice or progress. */
const chosen = {
  '@media (forced-colors: active)': {
    ':is([aria-pressed=true], [aria-current])': { outline: '2px solid Highlight', outlineOffset: '-2px' },
    '[role=progressbar]': { border: '1px solid CanvasText' },
    '[role=progressbar] > *': { forcedColorAdjust: 'none' },
  },
}

/** Paper has no menus and bars, and no ink for boards. */
const onPaper = {
  '@media print': {
    ':is(header, footer):not(main *), nav, [data-fixed-bar], [data-scope=toast]': { display: 'none' },
    '[data-stage]': { bg: 'white', color: 'fg' },
    '[data-stage] *': { color: 'inherit', textShadow: 'none' },
  },
}

/**
 * The styles of the whole document; those without a theme token are in index.html. The build writes them into the page.
 */
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
  'html:not(:lang(en))': { '--signs': '.14' },
  // Anek's condensed space is too narrow between words of Devanagari.
  'html:not(:lang(en)) :is(h1, h2)': { wordSpacing: '.07em' },
  '*::placeholder': { color: 'fg.subtle', opacity: '1' },
  '*::selection': { bg: 'colorPalette.muted' },
  'p, li, dd': { textWrap: 'pretty' },
  'b, strong': { fontWeight: '600' },
  // A name in Urdu changes only its own direction, in console and store.
  ':where(a, b, strong, em, span)': { unicodeBidi: 'isolate' },
  ':where(input[type=checkbox], input[type=radio])': drawnBoxes,
  ...chosen,
  ':focus-visible': focusRing,
  '[data-stage] :focus-visible': { outlineColor: 'white' },
  ...onPaper,
})
