import {
  at,
  CREAM,
  circle,
  DUN,
  disc,
  GENDA,
  ground,
  INK,
  line,
  MEHENDI,
  MINT,
  NEEL,
  type PaletteName,
  path,
  RANI,
  rect,
  star,
  svg,
  tick,
  WHITE,
  words,
} from './brush.ts'

/** Abstract images of charts, reviews and work sheets, 640 × 360 by default; bars replace text. */

const PALE = '#C9CEE6'
const card = (body: string) => svg(640, 360, rect(0, 0, 640, 360, 0, WHITE) + body)
const title = rect(40, 36, 150, 18, 6, INK) + rect(40, 66, 90, 12, 6, PALE)

export const resultLine = () => {
  const curve = 'M40 286L130 262L210 270L300 204L390 214L480 138L588 84'
  return card(
    [
      title,
      [140, 196, 252].map((y) => rect(40, y, 560, 2, 1, '#E4E7F4')).join(''),
      path(`${curve}V320H40z`, '#DDF2E5'),
      line(curve, MEHENDI, 9),
      [
        [130, 262],
        [300, 204],
        [480, 138],
      ]
        .map(([x = 0, y = 0]) => circle(x, y, 9, WHITE) + circle(x, y, 6, MEHENDI))
        .join(''),
      circle(588, 84, 18, MEHENDI),
      circle(588, 84, 9, WHITE),
      rect(452, 30, 128, 28, 14, MEHENDI),
      rect(470, 40, 60, 8, 4, '#BFE6CE'),
    ].join(''),
  )
}

export const resultProfile = () =>
  card(
    [
      circle(110, 118, 62, NEEL),
      circle(110, 118, 50, GENDA),
      star(110, 120, 30, WHITE),
      rect(204, 74, 220, 22, 8, INK),
      rect(204, 110, 150, 14, 6, PALE),
      rect(204, 138, 116, 14, 6, PALE),
      rect(470, 78, 130, 44, 12, NEEL),
      rect(500, 95, 70, 10, 5, '#C6CCF3'),
      [
        [40, '#E9EBFA', NEEL],
        [232, '#FFF4D6', '#B87200'],
        [424, '#FCEAF2', RANI],
      ]
        .map(
          ([x, tint, ink]) =>
            rect(Number(x), 216, 176, 104, 14, String(tint)) +
            rect(Number(x) + 22, 242, 82, 26, 6, String(ink)) +
            rect(Number(x) + 22, 284, 112, 11, 5.5, PALE),
        )
        .join(''),
    ].join(''),
  )

export const resultBars = () =>
  card(
    title +
      [96, 134, 116, 178, 162, 222, 246]
        .map((h, i) => rect(50 + i * 80, 322 - h, 54, h, 9, i > 4 ? RANI : '#F3C1D7'))
        .join('') +
      rect(40, 322, 560, 4, 2, INK) +
      rect(516, 34, 84, 24, 12, '#F9C9DD') +
      star(536, 46, 9, RANI) +
      rect(552, 42, 36, 8, 4, RANI),
  )

export const resultDays = () =>
  card(
    title +
      Array.from({ length: 36 }, (_, i) => {
        const done = (i * 7) % 11 < 7 || i > 22
        const fill = done ? [MINT, '#3FA870', MEHENDI][(i * 5) % 3] : '#E9EBF5'
        return rect(40 + (i % 9) * 48, 108 + Math.floor(i / 9) * 54, 40, 46, 8, String(fill))
      }).join('') +
      circle(548, 166, 62, '#E3F5EA') +
      line('M548 118a48 48 0 1 1 -45.600 33', MEHENDI, 18) +
      tick(547, 170, 42, MEHENDI, 12) +
      words(502, 252, [96, 64], 26, 13, PALE),
  )

const stars = (x: number, y: number, count: number, r: number, gap: number) =>
  Array.from({ length: 5 }, (_, i) => star(x + i * gap, y, r, i < count ? GENDA : '#D9DCEB')).join('')

/** Draws a chat: the buyer's message on the left, the shop's answer on the right, stars below. */
export const reviewChat = (tint: string, answer: string, ink: string, count: number) =>
  svg(
    640,
    360,
    [
      rect(0, 0, 640, 360, 0, tint),
      rect(30, 36, 404, 114, 22, WHITE),
      path('M30 120v46l34 -22z', WHITE),
      words(58, 62, [300, 340, 196], 26, 14, '#A9B0CC'),
      rect(210, 174, 400, 84, 22, answer),
      path('M610 226v48l-36 -22z', answer),
      words(238, 198, [300, 232], 28, 14, ink),
      rect(30, 282, 268, 56, 22, WHITE),
      stars(72, 311, count, 18, 46),
    ].join(''),
  )

/** Draws a written review with its avatar. */
export const reviewLetter = (tint: string, face: string, ink: string, count: number) =>
  svg(
    640,
    360,
    [
      rect(0, 0, 640, 360, 0, tint),
      circle(86, 88, 46, face),
      circle(86, 88, 34, WHITE),
      star(86, 89, 21, face),
      rect(152, 60, 186, 19, 7, INK),
      rect(152, 94, 116, 13, 6, ink),
      stars(64, 182, count, 23, 58),
      words(42, 232, [556, 520, 380], 33, 15, ink),
    ].join(''),
  )

/** Draws three objects on plates in a row, joined by dots: the steps to use a bundle. */
export const wayBanner = (palette: PaletteName, plate: string, objects: [string, string, string]) =>
  svg(
    640,
    360,
    [
      ground(640, 360, palette, [320, 420]),
      [208, 221, 410, 423].map((x) => circle(x, 180, 4, CREAM)).join(''),
      objects.map((body, i) => disc(116 + i * 202, 178, 80, plate) + at(115 + i * 202, 177, body, 0.31)).join(''),
      star(219, 84, 17, GENDA),
      star(421, 84, 17, GENDA),
      star(219, 288, 13, '#FFF1CC'),
      star(421, 288, 13, '#FFF1CC'),
    ].join(''),
  )

/** Draws a blank sheet of thirty boxes to print and fill in, 1000 × 1414. */
export const plannerSheet = () =>
  svg(
    1000,
    1414,
    [
      rect(0, 0, 1000, 1414, 0, WHITE),
      rect(0, 0, 1000, 150, 0, INK),
      star(90, 76, 40, GENDA),
      rect(160, 52, 360, 48, 10, '#2B3390'),
      Array.from({ length: 30 }, (_, i) => {
        const x = 50 + (i % 5) * 182
        const y = 200 + Math.floor(i / 5) * 192
        const tab = [RANI, GENDA, MEHENDI, NEEL, '#E8590C', '#6B2FA0'][Math.floor(i / 5)]
        return (
          rect(x, y, 172, 180, 14, PALE) +
          rect(x + 3, y + 3, 166, 174, 12, WHITE) +
          rect(x + 3, y + 3, 166, 34, 12, String(tab))
        )
      }).join(''),
      rect(50, 1362, 900, 4, 2, PALE),
    ].join(''),
  )

/** Draws a blank script sheet: a box for the hook, lines for the body, a box for the call to action, 1000 × 1414. */
export const scriptSheet = () =>
  svg(
    1000,
    1414,
    [
      rect(0, 0, 1000, 1414, 0, WHITE),
      rect(0, 0, 1000, 150, 0, '#6B2FA0'),
      star(90, 76, 40, GENDA),
      rect(160, 52, 360, 48, 10, '#7D43B2'),
      rect(50, 200, 900, 200, 18, '#FCEAF2'),
      rect(50, 200, 18, 200, 9, RANI),
      Array.from({ length: 10 }, (_, i) => rect(50, 480 + i * 62, 900, 3, 1.5, DUN)).join(''),
      rect(50, 1130, 900, 200, 18, '#E3F5EA'),
      rect(50, 1130, 18, 200, 9, MEHENDI),
    ].join(''),
  )
