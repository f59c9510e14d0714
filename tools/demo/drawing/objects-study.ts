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
  RANI,
  rect,
  SAND,
  SKY,
  star,
  tick,
  tilted,
  WHITE,
  words,
} from './brush.ts'
import { pencil } from './objects-video.ts'

/** Every object is drawn about (0, 0) and fits into 400 × 290 units. */

export const script = () =>
  block(-138, -140, 230, 276, 12, CREAM) +
  words(-112, -106, [170], 0, 15, RANI) +
  words(-112, -68, [130, 178], 37, 14, DUN) +
  words(-112, 6, [110], 0, 15, GENDA) +
  words(-112, 43, [160, 90], 37, 14, DUN) +
  tilted(32, 130, 10, (t) => pencil(112, -126, 38, 196, t))

export const calendar = () =>
  block(-160, -104, 320, 234, 18, CREAM) +
  path('M-160 -50v-36a18 18 0 0 1 18 -18h284a18 18 0 0 1 18 18v36z', RANI) +
  [-96, 0, 96].map((x) => rect(x - 9, -130, 18, 54, 9, INK)).join('') +
  [0, 1, 2]
    .flatMap((row) => [0, 1, 2, 3].map((col) => ({ x: -132 + col * 70, y: -32 + row * 52, n: row * 4 + col })))
    .map(({ x, y, n }) => {
      const fill = n < 6 ? MINT : n === 6 ? GENDA : SAND
      return rect(x, y, 54, 40, 8, fill) + (n < 6 ? tick(x + 27, y + 21, 22, MEHENDI, 6) : '')
    })
    .join('') +
  star(35, 40, 13, INK)

export const checklist = () =>
  block(-116, -122, 232, 256, 16, NEEL) +
  rect(-96, -102, 192, 216, 8, CREAM) +
  block(-50, -140, 100, 38, 12, GENDA) +
  [-66, -14, 38]
    .map(
      (y, i) =>
        rect(-78, y, 36, 36, 8, i < 2 ? MINT : SAND) +
        (i < 2 ? tick(-60, y + 19, 22, MEHENDI, 6) : '') +
        words(-28, y + 4, [100, 64], 17, 10, DUN),
    )
    .join('')

export const chart = () =>
  block(-180, -120, 360, 240, 16, CREAM) +
  rect(-156, 88, 312, 8, 4, INK) +
  [
    [-140, 60, SAND],
    [-80, 92, SAND],
    [-20, 78, SAND],
    [40, 128, MINT],
    [100, 160, RANI],
  ]
    .map(([x, h, fill]) => rect(Number(x), 84 - Number(h), 40, Number(h), 7, String(fill)))
    .join('') +
  line('M-124 -10L-58 -46L2 -34L58 -78', NEEL, 9) +
  circle(58, -78, 12, NEEL)

export const bulb = () =>
  cut('M-42 62c0 -40 -56 -56 -56 -112a98 98 0 0 1 196 0c0 56 -56 72 -56 112z', GENDA) +
  line('M-30 -40l18 26l12 -22l12 22l18 -26', '#A86A00', 9) +
  line('M-12 -14v70M12 -14v70', '#A86A00', 7) +
  block(-42, 62, 84, 24, 8, CREAM) +
  block(-42, 90, 84, 24, 8, CREAM) +
  block(-22, 118, 44, 16, 8, CREAM) +
  line('M-150 -50h-34M150 -50h34M-116 -128l-20 -14M116 -128l20 -14', CREAM, 11)

export const folder = () =>
  cut(
    'M-170 -84a16 16 0 0 1 16 -16h96l28 34h184a16 16 0 0 1 16 16v150a16 16 0 0 1 -16 16h-308a16 16 0 0 1 -16 -16z',
    '#E09A00',
  ) +
  tilted(-6, -50, -20, () => rect(-126, -112, 150, 160, 8, CREAM) + words(-104, -88, [90, 110], 24, 11, DUN)) +
  tilted(
    5,
    70,
    -20,
    () =>
      rect(0, -122, 140, 160, 8, SKY) + circle(98, -84, 17, GENDA) + path('M0 20l52 -80l40 54l18 -20l30 46z', MEHENDI),
  ) +
  cut('M-178 -26h356l-22 142a16 16 0 0 1 -16 14h-280a16 16 0 0 1 -16 -14z', GENDA)

export const envelope = () =>
  block(-170, -96, 340, 220, 16, CREAM) +
  path('M-170 112v-192l132 104z', SAND) +
  path('M170 112v-192l-132 104z', SAND) +
  path('M-166 118l128 -104h76l128 104q-4 6 -12 6h-308q-8 0 -12 -6z', CREAM) +
  path('M-170 -80q0 -16 16 -16h308q16 0 16 16l-150 118q-20 14 -40 0z', RANI) +
  disc(120, -84, 42, GENDA) +
  tick(119, -84, 40, INK, 11)

export const headphones = () =>
  cord('M-112 40v-40a112 112 0 0 1 224 0v40', CREAM, 22) +
  block(-148, 10, 66, 120, 26, RANI) +
  block(82, 10, 66, 120, 26, RANI) +
  rect(-96, 26, 22, 88, 10, INK) +
  rect(74, 26, 22, 88, 10, INK) +
  line('M-36 50v44M0 26v92M36 50v44', GENDA, 13)

export const music = () =>
  cut('M-70 -110l190 -38v196a44 36 0 1 1 -28 -34v-102l-134 27v132a44 36 0 1 1 -28 -34z', CREAM) +
  path('M-70 -110l190 -38v44l-190 38z', GENDA) +
  star(-150, -70, 26, GENDA) +
  star(168, 90, 20, CREAM)

export const swatches = () =>
  [
    [-40, RANI],
    [-14, GENDA],
    [12, MEHENDI],
    [38, NEEL],
  ]
    .map(([deg, fill]) =>
      tilted(
        Number(deg),
        0,
        130,
        (t) => block(-44, -142, 88, 236, 14, CREAM, t) + rect(-32, -130, 64, 150, 8, String(fill)),
      ),
    )
    .join('') +
  disc(0, 108, 34, CREAM) +
  circle(0, 108, 15, GENDA)

export const magnet = () =>
  cut('M-110 -120h70v116a40 40 0 0 0 80 0v-116h70v116a110 110 0 0 1 -220 0z', RANI) +
  rect(-110, -120, 70, 46, 0, CREAM) +
  rect(40, -120, 70, 46, 0, CREAM) +
  star(-168, -96, 26, GENDA) +
  star(170, -60, 22, GENDA) +
  line('M-150 -10l-30 12M150 0l30 14', CREAM, 11)

export const clock = () =>
  cord('M-70 100l-30 34M70 100l30 34', INK, 18) +
  disc(0, 0, 124, RANI) +
  circle(0, 0, 98, CREAM) +
  path('M0 0V-98A98 98 0 0 1 85 49z', GENDA) +
  line('M0 -58V0l46 27', INK, 14) +
  circle(0, 0, 13, INK)

export const laptop = () =>
  block(-140, -120, 280, 190, 14, INK) +
  rect(-128, -108, 256, 166, 6, SKY) +
  rect(-108, -88, 120, 92, 8, WHITE) +
  words(-96, -72, [80, 96, 60], 24, 11, SAND) +
  rect(28, -88, 80, 42, 8, GENDA) +
  rect(28, -36, 80, 40, 8, RANI) +
  rect(-108, 18, 216, 24, 8, NEEL) +
  cut('M-196 70h392l-22 34a14 14 0 0 1 -12 6h-324a14 14 0 0 1 -12 -6z', CREAM) +
  rect(-40, 70, 80, 12, 6, SAND)
