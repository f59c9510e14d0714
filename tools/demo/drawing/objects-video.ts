import {
  block,
  CREAM,
  circle,
  cord,
  cut,
  DUN,
  disc,
  GENDA,
  INK,
  line,
  MEHENDI,
  MINT,
  NEEL,
  path,
  play,
  RANI,
  rect,
  SAND,
  SKY,
  star,
  tilted,
  WHITE,
  words,
} from './brush.ts'

/** Every object is drawn about (0, 0) and fits into 400 × 290 units. */

const phone = (x: number, y: number, w: number, h: number, screen: string, tilt: number) =>
  block(x, y, w, h, 18, INK, tilt) + rect(x + 8, y + 8, w - 16, h - 16, 12, screen)

export const phones = () =>
  tilted(-11, -95, 5, (t) => phone(-160, -110, 130, 230, GENDA, t) + words(-142, 66, [60, 84], 20, 10, '#D98F00')) +
  tilted(11, 95, 5, (t) => phone(30, -110, 130, 230, MINT, t) + words(66, 66, [74, 50], 20, 10, MEHENDI)) +
  phone(-70, -140, 140, 262, CREAM, 0) +
  rect(-18, -124, 36, 7, 3.5, INK) +
  play(-6, -20, 40, RANI) +
  words(-50, 66, [62], 0, 11, INK) +
  words(-50, 88, [92], 0, 8, SAND)

export const timeline = () =>
  block(-200, -130, 400, 250, 16, CREAM) +
  rect(-184, -114, 368, 126, 8, INK) +
  circle(0, -51, 40, GENDA) +
  play(-4, -51, 18, INK) +
  rect(-184, 28, 150, 28, 5, RANI) +
  rect(-28, 28, 100, 28, 5, GENDA) +
  rect(78, 28, 106, 28, 5, MEHENDI) +
  rect(-184, 66, 90, 28, 5, GENDA) +
  rect(-88, 66, 180, 28, 5, NEEL) +
  rect(98, 66, 52, 28, 5, RANI) +
  rect(-22, 18, 6, 88, 3, INK) +
  path('M-32 12h26v8l-13 12l-13-12z', INK)

export const playDisc = () => disc(0, 0, 124, RANI) + circle(0, 0, 98, CREAM) + play(-6, 0, 46, RANI)

export const mic = () =>
  cord('M-84 -30v22a84 84 0 0 0 168 0v-22', GENDA, 18) +
  block(-10, 74, 20, 46, 4, GENDA) +
  block(-64, 112, 128, 22, 11, GENDA) +
  block(-48, -140, 96, 180, 48, CREAM) +
  path('M-48 -6h96v-2a48 48 0 0 1 -96 0z', SAND) +
  [-92, -62, -32].map((y) => rect(-30, y, 60, 12, 6, RANI)).join('') +
  rect(-48, -10, 96, 14, 0, INK) +
  line('M-140 -70v60M-170 -46v14M140 -70v60M170 -46v14', CREAM, 12)

export const camera = () =>
  cut('M-70 -96l20-34h100l20 34z', INK) +
  block(-170, -98, 340, 218, 26, CREAM) +
  path('M-170 -46h340v-26a26 26 0 0 0-26-26h-288a26 26 0 0 0-26 26z', RANI) +
  block(-146, -116, 58, 20, 8, GENDA) +
  disc(0, 22, 84, INK) +
  circle(0, 22, 70, NEEL) +
  circle(0, 22, 44, SKY) +
  circle(0, 22, 22, INK) +
  circle(-20, 0, 11, WHITE) +
  rect(104, -82, 44, 22, 8, GENDA) +
  circle(-130, -72, 9, CREAM)

export const ringLight = () =>
  cord('M0 70v58M0 118l-64 24M0 118l64 24', INK, 12) +
  disc(0, -30, 112, CREAM) +
  circle(0, -30, 84, GENDA) +
  circle(0, -30, 70, '#4A3AA8') +
  block(-34, -90, 68, 122, 12, INK) +
  rect(-27, -83, 54, 108, 7, MINT) +
  play(-3, -30, 18, CREAM)

export const clapper = () =>
  block(-160, -40, 320, 170, 14, CREAM) +
  rect(-160, -40, 320, 46, 10, INK) +
  [-150, -78, -6, 66].map((x) => path(`M${x + 26} -40h40l-26 46h-40z`, GENDA)).join('') +
  words(-132, 34, [150, 110], 28, 14, DUN) +
  play(92, 66, 30, RANI) +
  tilted(-14, -160, -46, (t) =>
    block(-160, -96, 320, 48, 10, INK, t).concat(
      [-150, -78, -6, 66].map((x) => path(`M${x} -96h40l26 48h-40z`, GENDA)).join(''),
    ),
  )

export const filmReel = () =>
  disc(-20, 0, 116, CREAM) +
  [0, 72, 144, 216, 288]
    .map((deg) => {
      const a = ((deg - 90) * Math.PI) / 180
      return circle(-20 + 64 * Math.cos(a), 64 * Math.sin(a), 28, RANI)
    })
    .join('') +
  circle(-20, 0, 18, INK) +
  line('M-20 112q120 10 196 -18', INK, 16) +
  star(150, -90, 34, GENDA)

export const coverCard = () =>
  block(-180, -110, 360, 212, 14, CREAM) +
  rect(-164, -94, 176, 180, 8, SKY) +
  circle(-40, -52, 24, GENDA) +
  path('M-164 86v-40l66-88l70 92l28-30l12 14v52z', MEHENDI) +
  path('M-164 86v-40l66-88l28 37l-34 24l-12 67z', MINT) +
  rect(32, -78, 128, 32, 6, RANI) +
  rect(32, -34, 100, 32, 6, INK) +
  words(32, 18, [110, 76], 26, 14, SAND) +
  tilted(38, 160, 70, (t) => pencil(144, -40, 34, 140, t))

/** A pencil standing on its tip, `w` wide and `h` long without the tip. */
export const pencil = (x: number, y: number, w: number, h: number, tilt: number) =>
  cut(
    `M${x} ${y + 8}a8 8 0 0 1 8 -8h${w - 16}a8 8 0 0 1 8 8v${h - 8}l${-w / 2} ${w * 1.25}l${-w / 2} ${-w * 1.25}z`,
    GENDA,
    tilt,
  ) +
  path(`M${x} ${y + h}h${w}l${-w / 2} ${w * 1.25}z`, CREAM) +
  path(`M${x + w * 0.33} ${y + h + w * 0.82}h${w * 0.34}l${-w * 0.17} ${w * 0.43}z`, RANI) +
  rect(x, y + 18, w, 14, 0, RANI)
