import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { atWidth, widthsOf } from 'contract/media/address'
import sharp from 'sharp'
import { type Lettering, loadLettering } from '../../server/src/serve/pages/share-lettering.ts'

/*
 * Draws the results and stories of art/ with their widths, and writes their rows of art/media.json: `node tools/demo/draw-art.ts`. Text becomes
 * outlines of the store's own letters, so every machine draws the same.
 */

const ART = fileURLToPath(new URL('./art/', import.meta.url))
const [WIDTH, HEIGHT] = [960, 540]
const [INK, CREAM, GENDA, RANI, NEEL, LEAF] = ['#14163F', '#FFF3D6', '#FFB81C', '#C21B63', '#343DA6', '#1F8549']

type Box = { x: number; y: number; w: number; h: number; r?: number; fill: string; stroke?: string }

const box = ({ x, y, w, h, r = 10, fill, stroke = 'none' }: Box) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" stroke="${stroke}" stroke-width="6"/>`
const path = (d: string, fill: string, stroke = 'none') =>
  `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"/>`
const disc = (x: number, y: number, r: number, fill: string, stroke = 'none') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${stroke}" stroke-width="6"/>`
const at = (x: number, y: number, scale: number, body: string) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${body}</g>`

const STAR = 'M0-20 6-7 20-6 9 4 12 18 0 10-12 18-9 4-20-6-6-7z'
const star = (x: number, y: number, scale = 1, fill = GENDA) => at(x, y, scale, path(STAR, fill))

/** Draws rays from the lower middle, as on the banners. */
function rays(ground: string, ray: string): string {
  const turns = Array.from({ length: 18 }, (_, index) => (index / 18) * 2 * Math.PI)
  const drawn = turns.map((turn) => {
    const [a, b] = [turn, turn + Math.PI / 18].map(
      (angle) => `${480 + 900 * Math.cos(angle)} ${420 + 900 * Math.sin(angle)}`,
    )
    return path(`M480 420 ${a} ${b}z`, ray)
  })
  return box({ x: 0, y: 0, w: WIDTH, h: HEIGHT, r: 0, fill: ground }) + drawn.join('')
}

type Person = { skin: string; hair: string; shirt: string; long?: boolean; bindi?: boolean; beard?: boolean }

const aarohi: Person = { skin: '#C98A5B', hair: '#2A1712', shirt: RANI, long: true, bindi: true }
const rohit: Person = { skin: '#B5764A', hair: '#17110F', shirt: LEAF, beard: true }
const asha: Person = { skin: '#A96E45', hair: '#3A2A26', shirt: NEEL, long: true, bindi: true }
const meenal: Person = { skin: '#8F5A36', hair: '#120D0C', shirt: '#E0641E', long: true, bindi: true }

/** Draws head and shoulders, 240 wide, from the crown down. */
function person({ skin, hair, shirt, long, bindi, beard }: Person): string {
  const behind = long ? path('M38 96C30 20 210 20 202 96L214 250H26z', hair) : ''
  const jaw = beard ? path('M66 124C66 200 174 200 174 124C174 150 150 160 120 160S66 150 66 124z', hair) : ''
  const top = long
    ? path('M58 116C52 36 188 36 182 116C170 78 150 66 120 66S70 78 58 116z', hair)
    : path('M60 108C50 24 190 24 180 108C172 84 168 76 150 74C120 80 92 74 78 72C66 80 64 92 60 108z', hair)
  return [
    behind,
    path('M8 330C8 240 60 222 96 214H144C180 222 232 240 232 330z', shirt, INK),
    path('M96 176H144V222C134 240 106 240 96 222z', skin),
    path('M62 112C62 42 178 42 178 112C178 168 156 196 120 196S62 168 62 112z', skin),
    jaw,
    top,
    disc(98, 122, 7, INK),
    disc(142, 122, 7, INK),
    path('M86 104Q98 96 108 104M132 104Q142 96 154 104', 'none', hair),
    path('M102 156Q120 172 138 156', 'none', beard ? '#F3D9C4' : '#7A2A2A'),
    bindi ? disc(120, 98, 5, RANI) : '',
  ].join('')
}

/** Draws the face in a round frame of this radius. */
function face(who: Person, x: number, y: number, r: number, ground: string): string {
  const id = `f${x}-${y}`
  return [
    disc(x, y, r, ground, INK),
    `<clipPath id="${id}"><circle cx="${x}" cy="${y}" r="${r - 3}"/></clipPath>`,
    `<g clip-path="url(#${id})">${at(x - r * 0.85, y - r * 0.8, (r * 1.7) / 240, person(who))}</g>`,
    disc(x, y, r, 'none', INK),
  ].join('')
}

const phone = (screen: string) =>
  box({ x: 0, y: 0, w: 220, h: 400, r: 30, fill: CREAM, stroke: INK }) +
  box({ x: 18, y: 26, w: 184, h: 348, r: 16, fill: '#FFFFFF' }) +
  `<svg x="18" y="26" width="184" height="348">${screen}</svg>`

const cake = [
  path('M20 150H164V206Q92 224 20 206z', '#F7CDE0', INK),
  path('M20 150Q38 184 56 152T92 152T128 152T164 150V140Q92 118 20 140z', RANI, INK),
  box({ x: 48, y: 92, w: 88, h: 46, r: 8, fill: CREAM, stroke: INK }),
  path('M48 106Q62 128 76 106T106 106T136 106', 'none', RANI),
  ...[70, 92, 114].map((x) => box({ x: x - 3, y: 64, w: 6, h: 28, r: 3, fill: NEEL }) + disc(x, 56, 7, GENDA)),
].join('')

const saree = (fill: string, edge: string) =>
  box({ x: 0, y: 0, w: 78, h: 110, r: 8, fill, stroke: INK }) +
  path('M8 14H70M8 96H70', 'none', edge) +
  path('M12 34 66 78M12 58 46 86M34 30 66 56', 'none', edge)

const couple = at(28, 118, 0.5, person(rohit)) + at(84, 130, 0.46, person(aarohi))

type Words = (text: string, x: number, y: number, size: number, fill?: string, middle?: boolean) => string

const wordsOf =
  (letters: Lettering): Words =>
  (text, x, y, size, fill = INK, middle = false) => {
    const { outline, width } = letters.line(text, size)
    return `<path d="${outline}" fill="${fill}" transform="translate(${middle ? x - width / 2 : x} ${y})"/>`
  }

const sample = (words: Words, y = 500) =>
  box({ x: 372, y: y - 26, w: 216, h: 38, r: 19, fill: INK }) +
  words('Sample, drawn for this demo', 480, y, 19, '#fff', true)

const pictures: Record<string, { colour: string; draw: (words: Words) => string }> = {
  'teacher-asha': {
    colour: '#FFB81C',
    draw: () =>
      rays('#FFB81C', '#FFC94F') +
      at(264, 40, 1.8, person(asha)) +
      star(200, 110, 1.6, RANI) +
      star(770, 150, 1.4, NEEL),
  },
  'story-cakes': {
    colour: '#C21B63',
    draw: (words) =>
      rays('#C21B63', '#D2397B') +
      face(aarohi, 300, 270, 190, CREAM) +
      at(
        590,
        70,
        1,
        phone(
          box({ x: 0, y: 0, w: 184, h: 348, r: 0, fill: '#FCEAF2' }) +
            at(0, 70, 1, cake) +
            words('First order', 92, 46, 30, RANI, true) +
            words('1 kg, Sunday', 92, 322, 24, INK, true),
        ),
      ) +
      star(540, 90, 1.4) +
      star(866, 430, 1.6) +
      star(70, 90, 1.1),
  },
  'story-wedding': {
    colour: '#1F8549',
    draw: (words) =>
      rays('#1F8549', '#2F9A5B') +
      face(rohit, 300, 270, 190, CREAM) +
      at(
        590,
        70,
        1,
        phone(
          box({ x: 0, y: 0, w: 184, h: 348, r: 0, fill: '#FFE4A3' }) +
            couple +
            box({ x: 0, y: 272, w: 184, h: 76, r: 0, fill: INK }) +
            words('Sangeet, 0:42', 92, 306, 24, '#fff', true) +
            box({ x: 16, y: 322, w: 152, h: 6, r: 3, fill: '#5D62A0' }) +
            box({ x: 16, y: 322, w: 64, h: 6, r: 3, fill: GENDA }),
        ),
      ) +
      star(540, 96, 1.3) +
      star(874, 120, 1.5) +
      star(80, 440, 1.2),
  },
  'story-sarees': {
    colour: '#343DA6',
    draw: (words) =>
      rays('#343DA6', '#4751BC') +
      face(meenal, 300, 270, 190, CREAM) +
      at(
        590,
        70,
        1,
        phone(
          box({ x: 0, y: 0, w: 184, h: 348, r: 0, fill: '#FFF8E8' }) +
            words('Catalogue', 92, 34, 28, NEEL, true) +
            [
              [12, 52, RANI, GENDA, '101'],
              [96, 52, LEAF, '#FFE4A3', '102'],
              [12, 204, '#E0641E', CREAM, '103'],
              [96, 204, '#6A2E9A', '#FF93BF', '104'],
            ]
              .map(
                ([x, y, fill, edge, number]) =>
                  at(Number(x), Number(y), 0.96, saree(String(fill), String(edge))) +
                  words(String(number), Number(x) + 38, Number(y) + 132, 22, INK, true),
              )
              .join(''),
        ),
      ) +
      star(540, 86, 1.4) +
      star(876, 440, 1.3) +
      star(84, 96, 1.2),
  },
  'result-line': {
    colour: '#FFFFFF',
    draw: (words) => {
      const points = [
        [90, 400],
        [240, 372],
        [390, 330],
        [540, 296],
        [690, 226],
        [840, 160],
      ] as const
      const line = points.map(([x, y]) => `${x} ${y}`).join(' ')
      return (
        box({ x: 0, y: 0, w: WIDTH, h: HEIGHT, r: 0, fill: '#FFFFFF' }) +
        words('Profile visits, week by week', 60, 78, 46) +
        path(`M90 420 ${line} 840 420z`, '#DDF1E5') +
        path(`M${line}`, 'none', LEAF) +
        points
          .map(
            ([x, y], index) =>
              disc(x, y, 11, '#fff', LEAF) +
              words(`Week ${index + 1}`, x, 452, 24, '#4A4E6E', true) +
              words(String([120, 165, 240, 310, 460, 640][index]), x, y - 26, 28, LEAF, true),
          )
          .join('') +
        sample(words)
      )
    },
  },
  'result-days': {
    colour: '#FFFFFF',
    draw: (words) =>
      box({ x: 0, y: 0, w: WIDTH, h: HEIGHT, r: 0, fill: '#FFFFFF' }) +
      words('My 30-day posting plan', 60, 78, 46) +
      Array.from({ length: 30 }, (_, day) => {
        const [x, y] = [60 + (day % 10) * 62, 116 + Math.floor(day / 10) * 108]
        const missed = [5, 12, 19, 26].includes(day)
        const fill = missed ? '#ECEEF7' : [LEAF, '#2F9A5B', '#1A6E3C'][day % 3]
        return (
          box({ x, y, w: 54, h: 96, r: 10, fill: fill as string }) +
          words(String(day + 1), x + 27, y + 36, 28, missed ? '#62668A' : '#fff', true) +
          (missed
            ? words('rest', x + 27, y + 76, 20, '#62668A', true)
            : path(`M${x + 15} ${y + 68}l9 9 16-18`, 'none', '#fff'))
        )
      }).join('') +
      disc(806, 250, 96, '#DDF1E5', LEAF) +
      words('26', 806, 268, 84, LEAF, true) +
      words('of 30 posted', 806, 310, 26, INK, true) +
      sample(words),
  },
  'result-bars': {
    colour: '#FFFFFF',
    draw: (words) =>
      box({ x: 0, y: 0, w: WIDTH, h: HEIGHT, r: 0, fill: '#FFFFFF' }) +
      words('Orders that came from reels', 60, 78, 46) +
      ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
        .map((day, index) => {
          const orders = [2, 3, 3, 5, 4, 8, 9][index] as number
          const x = 84 + index * 118
          return (
            box({ x, y: 416 - orders * 32, w: 78, h: orders * 32, r: 8, fill: orders > 7 ? RANI : '#F2A7C3' }) +
            words(String(orders), x + 39, 404 - orders * 32, 30, INK, true) +
            words(day, x + 39, 450, 26, '#4A4E6E', true)
          )
        })
        .join('') +
      path('M60 419H900', 'none', INK) +
      sample(words),
  },
  'result-profile': {
    colour: '#FFFFFF',
    draw: (words) =>
      box({ x: 0, y: 0, w: WIDTH, h: HEIGHT, r: 0, fill: '#FFFFFF' }) +
      face(aarohi, 150, 136, 92, CREAM) +
      words('Aarohi Bakes', 276, 100, 50) +
      words('Cakes to order in Nashik', 276, 142, 28, '#4A4E6E') +
      words('214 posts   1,840 followers', 276, 184, 28, INK) +
      box({ x: 742, y: 66, w: 160, h: 56, r: 12, fill: NEEL }) +
      words('Message', 822, 104, 30, '#fff', true) +
      [
        ['#F7CDE0', cake],
        ['#FFE4A3', cake],
        ['#DDF1E5', cake],
      ]
        .map(([ground, made], index) => {
          const x = 58 + index * 288
          return (
            box({ x, y: 252, w: 268, h: 206, r: 14, fill: String(ground) }) +
            at(x + 40, 226, 1.02, String(made)) +
            words(['Mango', 'Rose', 'Pistachio'][index] as string, x + 20, 288, 24, INK)
          )
        })
        .join('') +
      sample(words, 506),
  },
}

const svg = (body: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${body}</svg>`)

const words = wordsOf(await loadLettering())
const manifest = JSON.parse(await readFile(`${ART}media.json`, 'utf8'))
for (const [name, { colour, draw }] of Object.entries(pictures)) {
  const file = `${name}.webp`
  const drawn = svg(draw(words))
  const bytes = await sharp(drawn).webp({ quality: 82, effort: 6 }).toBuffer()
  await writeFile(ART + file, bytes)
  for (const wide of widthsOf(WIDTH))
    for (const format of ['avif', 'webp'] as const) {
      const other = atWidth(file, { width: WIDTH }, wide, format)
      const options = format === 'avif' ? { quality: 55, effort: 7 } : { quality: 78, effort: 6 }
      if (other !== file) await sharp(drawn).resize(wide).toFormat(format, options).toFile(`${ART}widths/${other}`)
    }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  manifest[file] = { kind: 'image', bytes: bytes.length, width: WIDTH, height: HEIGHT, seconds: null, colour, sha256 }
}
await writeFile(`${ART}media.json`, `${JSON.stringify(manifest, null, 2)}\n`)
