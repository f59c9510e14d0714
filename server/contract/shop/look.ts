export const RADII = [0, 6, 12] as const

/** Pairs of types for Latin and Devanagari: Anek with Hind, Poppins, Mukta. */
export const TYPE_PAIRS = ['anek', 'poppins', 'mukta'] as const

/** The look of the shop, beside its texts. Pages get it from the server, as icons and styles: no script reads it. */
export const lookDefaults = {
  /** Address of a picture for the browser's tab and the phone's home screen; the logo when empty. */
  icon: '',
  /** `#ffb81c`, with dark text on it; empty for the built-in one. */
  buy: '',
  /** `#2b3390`, with white text on it, and the colour of links. */
  action: '',
  /** `#0d0f26`, the ground of the dark theme; empty for the built-in one. */
  dark: '',
  /** Pixels of the smallest rounded corners; larger parts have larger ones. */
  radius: 6 as (typeof RADII)[number],
  type: 'anek' as (typeof TYPE_PAIRS)[number],
}

export type Look = typeof lookDefaults

/** Addresses of the shop's profiles; an empty one is not shown. */
export const socialDefaults = { instagram: '', youtube: '', facebook: '', telegram: '', whatsapp: '' }

export type Social = typeof socialDefaults

/** The text on each colour: on the dark ground the faintest, in the cards above it. */
export const TEXT_ON = { buy: '#15173a', action: '#ffffff', dark: '#979cc4' } as const

/** Builds the surfaces of the dark theme from its ground, each lighter than the one below. */
export const darkSurfaces = (ground: string) => ({
  ground,
  subtle: mixed(ground, '#ffffff', 0.02),
  panel: mixed(ground, '#ffffff', 0.045),
  muted: mixed(ground, '#ffffff', 0.1),
  border: mixed(ground, '#ffffff', 0.17),
  emphasized: mixed(ground, '#c8ccec', 0.55),
})

/** The smallest contrast of text with its ground that everybody can read (WCAG 2.2, 1.4.3). */
const READABLE = 4.5

type Rgb = [number, number, number]

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb
const hexOf = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Mixes `share` of the second colour into the first. */
export function mixed(hex: string, other: string, share: number): string {
  const [from, to] = [rgbOf(hex), rgbOf(other)]
  return hexOf(from.map((part, at) => part + ((to[at] ?? 0) - part) * share) as Rgb)
}

function luminance(hex: string): number {
  const [r, g, b] = rgbOf(hex).map((part) => {
    const share = part / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Returns the contrast of two colours, from 1 to 21, in tenths rounded down. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return Math.floor(((high + 0.05) / (low + 0.05)) * 10) / 10
}

/** Returns the colour itself if `text` can be read on it, else the nearest one towards `end` where it can. */
export const readableOn = (hex: string, text: string, end: string): string =>
  nearest(hex, end, (tried) => contrast(tried, text) >= READABLE)

function nearest(hex: string, end: string, passes: (tried: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.01) {
    const tried = mixed(hex, end, share)
    if (passes(tried)) return tried
  }
  return end
}

/** Returns the contrast of the text on a colour; of a dark ground, on its lightest surface. */
export const textContrast = (of: keyof typeof TEXT_ON, hex: string): number =>
  contrast(of === 'dark' ? darkSurfaces(hex).muted : hex, TEXT_ON[of])

/** Says why a colour is refused, with the nearest that passes; undefined for one that can be read. */
export function refusedColour(of: keyof typeof TEXT_ON, hex: string): { found: number; nearest: string } | undefined {
  const found = textContrast(of, hex)
  if (found >= READABLE) return undefined
  const end = of === 'buy' ? '#ffffff' : '#000000'
  return { found, nearest: nearest(hex, end, (tried) => textContrast(of, tried) >= READABLE) }
}
