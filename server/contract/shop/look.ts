/** The look of the shop, beside its texts. Pages get it from the server, as icons and styles: no script reads it. */
export const lookDefaults = {
  /** Address of a picture for the browser's tab and the phone's home screen; the logo when empty. */
  icon: '',
  /** `#ffb81c`, with dark text on it; empty for the built-in one. */
  buy: '',
  /** `#2b3390`, with white text on it, and the colour of links. */
  action: '',
}

export type Look = typeof lookDefaults

/** Addresses of the shop's profiles; an empty one is not shown. */
export const socialDefaults = { instagram: '', youtube: '', facebook: '', telegram: '', whatsapp: '' }

export type Social = typeof socialDefaults

/** The text on each colour. */
export const TEXT_ON = { buy: '#15173a', action: '#ffffff' } as const

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
export function readableOn(hex: string, text: string, end: string): string {
  for (let share = 0; share < 1; share += 0.01) {
    const tried = mixed(hex, end, share)
    if (contrast(tried, text) >= READABLE) return tried
  }
  return end
}

/** Says why a colour is refused, with the nearest that passes; undefined for one that can be read. */
export function refusedColour(of: keyof typeof TEXT_ON, hex: string): { found: number; nearest: string } | undefined {
  const text = TEXT_ON[of]
  const found = contrast(hex, text)
  if (found >= READABLE) return undefined
  return { found, nearest: readableOn(hex, text, of === 'buy' ? '#ffffff' : '#000000') }
}
