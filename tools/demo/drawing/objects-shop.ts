import {
  at,
  awning,
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
  tick,
  tilted,
  words,
} from './brush.ts'

/** Every object is drawn about (0, 0) and fits into 400 × 290 units. */

export const bagAndPhone = () =>
  tilted(9, 100, 0, (t) =>
    [
      block(22, -132, 152, 260, 18, INK, t),
      rect(30, -124, 136, 244, 12, CREAM),
      rect(44, -104, 108, 88, 8, GENDA),
      path('M60 -28l30-48l22 30l16-20l14 38z', '#D98F00'),
      words(44, 2, [84], 0, 12, INK),
      words(44, 24, [108], 0, 10, SAND),
      rect(44, 60, 108, 38, 8, RANI),
    ].join(''),
  ) +
  cord('M-136 -40v-34a42 42 0 0 1 84 0v34', CREAM, 13) +
  cut('M-176 -52h164l16 180h-196z', MEHENDI) +
  path('M-176 -52h164l2 22h-168z', '#17683A') +
  star(-94, 48, 42, GENDA)

export const stall = () =>
  rect(-164, -60, 16, 190, 4, INK) +
  rect(148, -60, 16, 190, 4, INK) +
  rect(-148, -50, 296, 110, 0, INK) +
  block(-180, 50, 360, 84, 10, RANI) +
  rect(-180, 50, 360, 20, 8, GENDA) +
  [-120, -40, 40, 120].map((x) => rect(x - 2, 78, 4, 48, 2, '#9C1450')).join('') +
  [
    block(-118, -6, 62, 56, 6, CREAM),
    play(-90, 22, 14, RANI),
    circle(-4, 22, 28, GENDA),
    star(-4, 22, 17, CREAM),
    rect(52, 0, 66, 50, 6, MINT),
    words(62, 14, [46, 32], 16, 8, MEHENDI),
  ].join('') +
  at(9, 9, awning(-196, -134, 392, 106, 8, [INK, INK])) +
  awning(-196, -134, 392, 106, 8, [GENDA, CREAM]) +
  block(-204, -142, 408, 20, 8, RANI)

export const megaphone = () =>
  cut('M-66 50l24 88h52l-26 -88z', RANI) +
  cut('M-96 -40L100 -114v228L-96 46z', GENDA) +
  path('M-96 16L100 62v52L-96 46z', '#E09A00') +
  block(-142, -44, 58, 94, 12, RANI) +
  path('M100 -120a30 120 0 0 1 0 240a30 120 0 0 1 0 -240z', INK) +
  path('M104 -92a20 92 0 0 1 0 184a20 92 0 0 1 0 -184z', CREAM) +
  circle(112, 0, 20, RANI) +
  line('M162 -60q26 60 0 120', CREAM, 13) +
  line('M196 -86q40 86 0 172', CREAM, 13)

export const paperPlane = () =>
  cut('M-200 4L196 -124L120 118L-14 54L-60 124L-72 64z', CREAM) +
  path('M-14 54L196 -124L-72 40L-60 124z', GENDA) +
  path('M-14 54L-60 124L18 70z', RANI) +
  line('M-196 74l56 -8M-170 116l66 -16', CREAM, 10)

export const gift = () =>
  block(-120, -30, 240, 160, 12, RANI) +
  block(-138, -76, 276, 60, 10, '#DB3B80') +
  rect(-24, -76, 48, 206, 0, GENDA) +
  cord('M0 -80c-90 -90 -130 4 0 0c130 4 90 -90 0 0', GENDA, 20) +
  star(-74, 62, 20, CREAM) +
  star(76, 62, 20, CREAM)

export const parcel = () =>
  cut('M-150 -56l150 -64l150 64v118l-150 70l-150 -70z', GENDA) +
  path('M-150 -56l150 64l150 -64v118l-150 70l-150 -70z', '#E09A00') +
  path('M0 8l150 -64v118l-150 70z', GENDA) +
  path('M-150 -56l150 -64l150 64l-150 64z', '#FFD36B') +
  path('M-92 -81l150 64v46l34 -14v-46l-150 -64z', RANI) +
  tick(76, 62, 48, CREAM, 14)

export const chatShop = () =>
  cut(
    'M-170 -120h220a24 24 0 0 1 24 24v76a24 24 0 0 1 -24 24h-150l-44 44v-44h-26a24 24 0 0 1 -24 -24v-76a24 24 0 0 1 24 -24z',
    CREAM,
  ) +
  words(-160, -86, [180, 132], 34, 15, DUN) +
  cut(
    'M-26 22h186a24 24 0 0 1 24 24v60a24 24 0 0 1 -24 24h-10v38l-42 -38h-134a24 24 0 0 1 -24 -24v-60a24 24 0 0 1 24 -24z',
    MINT,
  ) +
  words(-16, 54, [140, 92], 32, 15, MEHENDI)

export const mapPin = () =>
  cut('M-170 64l110 -40l120 40l110 -40v96l-110 36l-120 -40l-110 40z', CREAM) +
  path('M-60 24l120 40v92l-120 -40z', SAND) +
  line('M-136 112q60 -60 120 0t130 -34', MEHENDI, 10) +
  cut('M0 90c-70 -84 -88 -112 -88 -146a88 88 0 0 1 176 0c0 34 -18 62 -88 146z', RANI) +
  circle(0, -56, 38, CREAM)

export const coins = () =>
  [
    [-96, 3],
    [10, 5],
    [116, 7],
  ]
    .map(([x = 0, count = 0]) =>
      Array.from({ length: count }, (_, i) => block(x - 48, 104 - i * 27, 96, 24, 12, i % 2 ? '#E09A00' : GENDA)).join(
        '',
      ),
    )
    .join('') +
  disc(-96, -56, 50, GENDA) +
  circle(-96, -56, 37, '#FFD36B') +
  star(-96, -56, 26, '#E09A00')

export const shopPhone = () =>
  block(-76, -142, 152, 276, 20, INK) +
  rect(-68, -134, 136, 260, 13, CREAM) +
  awning(-68, -134, 136, 46, 6, [RANI, '#F9C9DD']) +
  [
    [-54, -72, GENDA],
    [6, -72, MINT],
    [-54, 0, SKY],
    [6, 0, RANI],
  ]
    .map(
      ([x, y, fill]) =>
        rect(Number(x), Number(y), 48, 48, 8, String(fill)) + rect(Number(x), Number(y) + 54, 34, 8, 4, SAND),
    )
    .join('') +
  rect(-54, 78, 108, 32, 9, NEEL) +
  star(-134, -84, 28, GENDA) +
  star(140, 70, 24, CREAM)
