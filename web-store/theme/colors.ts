type Pair = readonly [light: string, dark: string]

const pair = ([light, dark]: Pair) => ({ value: { _light: light, _dark: dark } })

/** Builds one of our palettes: every colour as light and dark. Chakra's own parts require `border`. */
function palette(shades: {
  solid: Pair
  contrast: Pair
  fg: Pair
  subtle: Pair
  muted: Pair
  emphasized: Pair
  focusRing: Pair
  hover?: Pair
  edge?: Pair
}) {
  const { hover = shades.solid, edge = shades.emphasized, ...rest } = shades
  return {
    solid: pair(rest.solid),
    contrast: pair(rest.contrast),
    fg: pair(rest.fg),
    subtle: pair(rest.subtle),
    muted: pair(rest.muted),
    emphasized: pair(rest.emphasized),
    focusRing: pair(rest.focusRing),
    border: pair(rest.emphasized),
    hover: pair(hover),
    edge: pair(edge),
  }
}

const white: Pair = ['#FFFFFF', '#FFFFFF']

/** Buying and coins. */
const genda = palette({
  solid: ['#FFB81C', '#FFC03A'],
  contrast: ['#15173A', '#15173A'],
  fg: ['#854F00', '#FFCC5C'],
  subtle: ['#FFF4D6', '#332810'],
  muted: ['#FFE4A3', '#4C3B12'],
  emphasized: ['#E09A00', '#8A6714'],
  focusRing: ['#B87200', '#FFC03A'],
  hover: ['#FFC445', '#FFCC5C'],
  edge: ['#C67A00', '#A86A00'],
})

/** Every other action, and "in progress". */
const neel = palette({
  solid: ['#2B3390', '#4C58CC'],
  contrast: white,
  fg: ['#2B3390', '#AEB7FF'],
  subtle: ['#E9EBFA', '#20265A'],
  muted: ['#D3D7F4', '#2C3378'],
  emphasized: ['#A9B0E4', '#4853B4'],
  focusRing: ['#4551B5', '#8F9AFF'],
  hover: ['#222979', '#5A66DA'],
})

/** Offers and the countdown. */
const rani = palette({
  solid: ['#B8165C', '#C92069'],
  contrast: white,
  fg: ['#A81252', '#FF93BF'],
  subtle: ['#FCEAF2', '#3A1333'],
  muted: ['#F7CDE0', '#581A48'],
  emphasized: ['#E486B1', '#96306F'],
  focusRing: ['#D61F69', '#FF6FA8'],
})

/** Success and "completed". */
const mehendi = palette({
  solid: ['#1C7A43', '#1B7C45'],
  contrast: white,
  fg: ['#17683A', '#74DDA0'],
  subtle: ['#E3F5EA', '#103428'],
  muted: ['#BFE6CE', '#164A34'],
  emphasized: ['#6CC08F', '#2A7A50'],
  focusRing: ['#1C7A43', '#4CC785'],
})

/** Errors and deletion. */
const geru = palette({
  solid: ['#B3261E', '#C2352C'],
  contrast: white,
  fg: ['#A1221B', '#FF9F97'],
  subtle: ['#FCEBE9', '#3B1923'],
  muted: ['#F6CBC7', '#58212A'],
  emphasized: ['#E2877F', '#94403F'],
  focusRing: ['#B3261E', '#FF7A70'],
})

/** The background, the text, the lines, the stage and the five palettes, for light and dark. */
export const semanticColors = {
  bg: {
    DEFAULT: pair(['#F5F6FB', '#0D0F26']),
    panel: pair(['#FFFFFF', '#161938']),
    subtle: pair(['#FAFBFE', '#12142F']),
    muted: pair(['#ECEEF7', '#20244B']),
    error: geru.subtle,
    success: mehendi.subtle,
    warning: genda.subtle,
    info: neel.subtle,
  },
  fg: {
    DEFAULT: pair(['#15173A', '#EDEFFC']),
    muted: pair(['#4A4E6E', '#B6BBDD']),
    subtle: pair(['#62668A', '#979CC4']),
    error: geru.fg,
    success: mehendi.fg,
    warning: genda.fg,
    info: neel.fg,
  },
  border: {
    DEFAULT: pair(['#DCE0EE', '#2B3062']),
    emphasized: pair(['#858BAA', '#6F76AC']),
    error: geru.fg,
    success: mehendi.fg,
    warning: genda.fg,
    info: neel.fg,
  },
  stage: {
    DEFAULT: pair(['#14163F', '#12143A']),
    raised: pair(['#1E2160', '#1E2160']),
    border: pair(['#3A3F85', '#3A3F85']),
    fg: pair(white),
    muted: pair(['#C3C8F0', '#C3C8F0']),
  },
  buy: genda,
  action: neel,
  offer: rani,
  success: mehendi,
  danger: geru,
}
