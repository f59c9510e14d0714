import type { AwningTone } from './Awning.tsx'

/** Backgrounds for images without a known colour, from our posters. */
const GROUNDS = ['#C21B63', '#2B3390', '#1F8549', '#0F7C86', '#6B2FA0', '#8E1A4C'] as const

const AWNINGS: Record<AwningTone, number> = { buy: 41, success: 145, action: 236, offer: 334 }

const channels = (hex: string): [number, number, number] => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/** Chooses a stable colour by text: an image always has the same background. */
export function groundFor(text: string): string {
  let sum = 0
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return GROUNDS[sum % GROUNDS.length] ?? GROUNDS[0]
}

const linear = (channel: number) => {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

const luminance = (rgb: readonly number[]) => {
  const [red = 0, green = 0, blue = 0] = rgb.map(linear)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Darkens a colour until white text on it reaches 4.5 to 1. */
export function groundForWhiteText(hex: string): string {
  let rgb: number[] = channels(hex)
  while (1.05 / (luminance(rgb) + 0.05) < 4.5) rgb = rgb.map((channel) => Math.floor(channel * 0.92))
  return `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function hue(hex: string): number {
  const [red, green, blue] = channels(hex)
  const max = Math.max(red, green, blue)
  const spread = max - Math.min(red, green, blue)
  if (spread === 0) return 0
  const sector =
    max === red ? (green - blue) / spread : max === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread
  return (sector * 60 + 360) % 360
}

/** Returns the awning whose hue is farthest from a banner's colour, for contrast. */
export function awningFor(hex: string): AwningTone {
  const banner = hue(hex)
  const distance = (tone: number) => Math.min(Math.abs(tone - banner), 360 - Math.abs(tone - banner))
  const [farthest] = Object.entries(AWNINGS).sort(([, a], [, b]) => distance(b) - distance(a))
  return farthest?.[0] as AwningTone
}

/** Returns a theme colour by name, `fg.muted`, as a variable resolved by the browser. */
export const themeColour = (name: string): string => `var(--sh-colors-${name.replaceAll('.', '-')})`
