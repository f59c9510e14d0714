/** The style of the demo art: flat colour, one hard ink shadow, no gradients, no text. All sizes in SVG units. */

export const INK = '#14163F'
export const CREAM = '#FFF1CC'
export const SAND = '#E6CF95'
export const DUN = '#D9C48C'
export const GENDA = '#FFB81C'
export const RANI = '#C21B63'
export const MEHENDI = '#1F8549'
export const MINT = '#5BC98A'
export const NEEL = '#343DA6'
export const SKY = '#8CC7F2'
export const WHITE = '#FFFFFF'

/** Ground and ray colour of one poster. */
export const PALETTES = {
  rani: ['#C21B63', '#D43A7C'],
  neel: ['#2B3390', '#3943AA'],
  genda: ['#FFB81C', '#FFC94F'],
  mehendi: ['#1F8549', '#2E9A5B'],
  narangi: ['#E8590C', '#F47A2E'],
  jamun: ['#6B2FA0', '#7D43B2'],
  asmani: ['#1670B5', '#2B86CB'],
  teal: ['#0F7C86', '#1C919B'],
  geru: ['#A8281F', '#BF4036'],
  pudina: ['#6CCB97', '#85D9AB'],
  gulabi: ['#F08FB2', '#F5A8C4'],
  chandan: ['#F2D08A', '#F7DFAB'],
} as const
export type PaletteName = keyof typeof PALETTES

/** Length of the ink shadow on both axes. */
const SHADOW = 9

export const rect = (x: number, y: number, w: number, h: number, r: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`

export const circle = (cx: number, cy: number, r: number, fill: string) =>
  `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}"/>`

export const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`

export const line = (d: string, stroke: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

export const at = (x: number, y: number, body: string, scale = 1, turn = 0) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${body}</g>`

/** Rotates a shadow against the tilt of its shape, so that every shadow on a poster falls the same way. */
function shadow(tilt: number, body: string): string {
  const a = (-tilt * Math.PI) / 180
  const dx = SHADOW * (Math.cos(a) - Math.sin(a))
  const dy = SHADOW * (Math.sin(a) + Math.cos(a))
  return `<g transform="translate(${dx.toFixed(2)} ${dy.toFixed(2)})">${body}</g>`
}

export const block = (x: number, y: number, w: number, h: number, r: number, fill: string, tilt = 0) =>
  shadow(tilt, rect(x, y, w, h, r, INK)) + rect(x, y, w, h, r, fill)

export const disc = (cx: number, cy: number, r: number, fill: string) =>
  shadow(0, circle(cx, cy, r, INK)) + circle(cx, cy, r, fill)

export const cut = (d: string, fill: string, tilt = 0) => shadow(tilt, path(d, INK)) + path(d, fill)

export const cord = (d: string, stroke: string, width: number, tilt = 0) =>
  shadow(tilt, line(d, INK, width)) + line(d, stroke, width)

/** Draws a group rotated by `deg` about a point, and passes the tilt to the drawing inside. */
export const tilted = (deg: number, cx: number, cy: number, draw: (tilt: number) => string) =>
  `<g transform="rotate(${deg} ${cx} ${cy})">${draw(deg)}</g>`

export function star(cx: number, cy: number, r: number, fill: string, turn = 0): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const radius = i % 2 ? r * 0.45 : r
    const a = ((turn - 90 + i * 36) * Math.PI) / 180
    return `${(cx + radius * Math.cos(a)).toFixed(1)},${(cy + radius * Math.sin(a)).toFixed(1)}`
  })
  return `<polygon points="${points.join(' ')}" fill="${fill}"/>`
}

/** Draws a play triangle with rounded corners; `size` is half its height. */
export function play(cx: number, cy: number, size: number, fill: string): string {
  const d = `M${cx - size * 0.52},${cy - size} L${cx + size * 1.18},${cy} L${cx - size * 0.52},${cy + size}Z`
  return `<path d="${d}" fill="${fill}" stroke="${fill}" stroke-width="${size * 0.3}" stroke-linejoin="round"/>`
}

/** Draws a tick; `size` is its width. */
export const tick = (cx: number, cy: number, size: number, stroke: string, width: number) =>
  line(`M${cx - size / 2} ${cy}l${size * 0.36} ${size * 0.36}l${size * 0.64} ${-size * 0.76}`, stroke, width)

/** Draws bars in place of lines of text. */
export const words = (x: number, y: number, widths: number[], step: number, h: number, fill: string) =>
  widths.map((w, i) => rect(x, y + i * step, w, h, h / 2, fill)).join('')

/** Draws a scalloped awning that hangs from (x, y). */
export function awning(x: number, y: number, w: number, h: number, count: number, fills: [string, string]): string {
  const step = w / count
  const r = step / 2
  return Array.from({ length: count }, (_, i) => {
    const left = x + i * step
    const d = `M${left} ${y}h${step}v${h - r}a${r} ${r} 0 0 1 ${-step} 0z`
    return path(d, i % 2 ? fills[1] : fills[0])
  }).join('')
}

/** Draws fourteen rays from (cx, cy); `turn` in degrees rotates them in the clips. */
export function rays(cx: number, cy: number, fill: string, turn = 0): string {
  const count = 14
  const radius = 1200
  const step = 360 / count
  const point = (deg: number) => {
    const a = (deg * Math.PI) / 180
    return `${(cx + radius * Math.cos(a)).toFixed(1)},${(cy + radius * Math.sin(a)).toFixed(1)}`
  }
  const d = Array.from({ length: count }, (_, i) => {
    const from = turn + i * step
    return `M${cx},${cy} ${point(from)} ${point(from + step / 2)}Z`
  })
  return path(d.join(''), fill)
}

/** Wraps drawing code into an image of `w` × `h` units. */
export const svg = (w: number, h: number, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${body}</svg>`

/** Draws the ground and rays of a poster. */
export const ground = (w: number, h: number, palette: PaletteName, focus: [number, number], turn = 0) =>
  rect(0, 0, w, h, 0, PALETTES[palette][0]) + rays(focus[0], focus[1], PALETTES[palette][1], turn)
