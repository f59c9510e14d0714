import { formatRupees, toPaise } from 'contract/money'
import { SHARE_HEIGHT, SHARE_WIDTH } from 'contract/share-picture'
import type { Fitted, Lettering } from './share-lettering.ts'

/** A place for a banner, in pixels. */
export type Frame = { x: number; y: number; width: number; height: number }

/** Drawing layers: below the banners, and above them. */
export type Drawing = { ground: string; frames: Frame[]; top: string }

const LINE = 'Course bundles made for India'

const BOARD = '#14163F'
const GENDA = '#FFB81C'
const RANI = '#C21B63'
const RANI_SHADE = '#B8165C'
const NEEL = '#2B3390'
const CREAM = '#FFE9B3'

const AWNING_HEIGHT = 64
const COUNTER_TOP = 524
const EDGE = 8
const NAME_SIZE = 46
const NAME_WIDTH = 1020

/** Parts of a drawing, as SVG. */
export const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`
export const shape = (d: string, fill: string, x = 0, y = 0) =>
  `<path d="${d}" fill="${fill}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"/>`
export const whole = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}">${body}</svg>`

const LOGO_ON_BOARD = '#3943AA'

const LOGO = [
  ['M5 15h22v12a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2z', undefined],
  ['M13 19.5v6l6-3z', '#fff'],
  ['M2 4h28v7a4.67 4.67 0 0 1-9.33 0 4.67 4.67 0 0 1-9.33 0A4.67 4.67 0 0 1 2 11z', GENDA],
  ['M11.34 4h9.33v7a4.67 4.67 0 0 1-9.33 0z', RANI],
] as const

/** The logo, 32 × 32, with a stall of this colour. */
export const logoShapes = (stall: string): string =>
  LOGO.map(([d, fill]) => `<path d="${d}" fill="${fill ?? stall}"/>`).join('')

/**
 * Draws a course at the haat: its name painted on the board, its banner in a frame, its price on a ticket. `price` in
 * rupees, with `addedTax` behind it where tax is added; null draws no ticket.
 */
export function drawCourse(
  letters: Lettering,
  { name, price, shop, addedTax }: { name: string; price: number | null; shop: string; addedTax: string },
): Drawing {
  const frame = { x: 612, y: 146, width: 528, height: 297 }
  const title = letters.fit(name.toUpperCase(), { width: 500, height: 372, max: 96, min: 34 })
  return {
    ground: stall(letters, shop) + painted(title, 60, 300) + framed(frame),
    frames: [frame],
    top: whole(price === null ? '' : ticket(letters, { price, addedTax }, frame)),
  }
}

/** The shop: its name, and the first banners of its catalogue. */
export function drawShop(letters: Lettering, shop: string, line = LINE): Drawing {
  const [width, height] = [252, 142]
  const frames = [
    [612, 124],
    [888, 124],
    [612, 330],
    [888, 330],
  ].map(([x = 0, y = 0]) => ({ x, y, width, height }))
  const title = letters.fit(line, { width: 500, height: 372, max: 96, min: 34 })
  return {
    ground: stall(letters, shop) + painted(title, 60, 300) + frames.map(framed).join(''),
    frames,
    top: whole(''),
  }
}

/** Board, awning and counter with the name of the shop. */
export function stall(letters: Lettering, shop: string): string {
  const name = signOf(letters, shop)
  const count = 20
  const step = SHARE_WIDTH / count
  const awning = Array.from({ length: count }, (_, index) => {
    const drop = `M${index * step} 0h${step}v${AWNING_HEIGHT - step / 2}a${step / 2} ${step / 2} 0 0 1 ${-step} 0z`
    return shape(drop, index % 2 ? RANI : GENDA)
  })
  const logo = logoShapes(LOGO_ON_BOARD)
  return [
    rect(0, 0, SHARE_WIDTH, SHARE_HEIGHT, BOARD),
    ...awning,
    rect(0, COUNTER_TOP, SHARE_WIDTH, SHARE_HEIGHT - COUNTER_TOP, NEEL),
    rect(0, COUNTER_TOP, SHARE_WIDTH, EDGE, GENDA),
    `<g transform="translate(56 549) scale(1.75)">${logo}</g>`,
    shape(name, '#fff', 124, 593),
  ].join('')
}

/** The name beside the logo, as large as the counter has room for. */
function signOf(letters: Lettering, shop: string): string {
  const { outline, width } = letters.line(shop, NAME_SIZE)
  return width <= NAME_WIDTH ? outline : letters.line(shop, (NAME_SIZE * NAME_WIDTH) / width).outline
}

/** Lettering with the hard shadow of our signs, its middle at the height `middle`. */
function painted({ lines, size, lineHeight }: Fitted, x: number, middle: number): string {
  const first = middle - (lines.length * lineHeight) / 2 + lineHeight / 2 + size * 0.34
  const layer = (shift: number, fill: string) =>
    lines.map(({ outline }, index) => shape(outline, fill, x + shift, first + index * lineHeight + shift)).join('')
  return layer(size * 0.05, RANI_SHADE) + layer(size * 0.025, RANI_SHADE) + layer(0, GENDA)
}

const framed = ({ x, y, width, height }: Frame) =>
  rect(x - 2, y + 8, width + 4, height + 8, '#2A2D70', 6) +
  rect(x - EDGE, y - EDGE, width + 2 * EDGE, height + 2 * EDGE, CREAM, 6)

/** The price ticket, hanging over the lower right corner of a frame. */
function ticket(
  letters: Lettering,
  { price, addedTax }: { price: number; addedTax: string },
  { x, y, width, height }: Frame,
): string {
  const [rupees = '', paise = ''] = formatRupees(toPaise(price)).split('.')
  const large = letters.line(rupees, 56)
  const small = letters.line(`.${paise}${addedTax && ` ${addedTax}`}`, 34)
  const w = large.width + small.width + 64
  const h = 80
  const bite = 13
  const left = x + width + 20 - w
  const up = y + height - 34
  const side = (h - 2 * bite) / 2
  const outline = `M6 0H${w - 6}q6 0 6 6V${side}a${bite} ${bite} 0 0 0 0 ${2 * bite}V${h - 6}q0 6 -6 6H6q-6 0 -6 -6V${side + 2 * bite}a${bite} ${bite} 0 0 0 0 ${-2 * bite}V6q0 -6 6 -6z`
  return (
    shape(outline, GENDA, left, up) +
    shape(large.outline, BOARD, left + 32, up + 59) +
    shape(small.outline, BOARD, left + 32 + large.width, up + 59)
  )
}

/** The drawing below the banners as a whole SVG. */
export const groundSvg = ({ ground }: Drawing): string => whole(ground)
