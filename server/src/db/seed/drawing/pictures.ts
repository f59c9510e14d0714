import {
  at,
  CREAM,
  circle,
  GENDA,
  ground,
  INK,
  MINT,
  PALETTES,
  type PaletteName,
  RANI,
  SKY,
  star,
  svg,
  WHITE,
} from './brush.ts'
import * as card from './cards.ts'
import * as shop from './objects-shop.ts'
import * as study from './objects-study.ts'
import * as video from './objects-video.ts'

export interface Picture {
  name: string
  /** Drawn at this size, then scaled to the output width. */
  drawing: string
  width: number
  /** What a reader sees while the picture loads. */
  colour: string
}

type Prop = [kind: 'star' | 'dot', x: number, y: number, r: number, fill: string]

interface Poster {
  palette: PaletteName
  focus: [number, number]
  object: string
  scale?: number
  turn?: number
  /** Where the object stands; the middle unless said. */
  spot?: [number, number]
  props?: Prop[]
}

const prop = ([kind, x, y, r, fill]: Prop) => (kind === 'star' ? star(x, y, r, fill, x % 30) : circle(x, y, r, fill))

const poster = ({ palette, focus, object, scale = 1, turn = 0, spot = [316, 176], props = [] }: Poster) =>
  svg(640, 360, ground(640, 360, palette, focus) + props.map(prop).join('') + at(spot[0], spot[1], object, scale, turn))

const banners: Record<string, Poster> = {
  reels: {
    palette: 'rani',
    focus: [320, 380],
    object: video.phones(),
    spot: [320, 182],
    props: [
      ['star', 104, 92, 26, GENDA],
      ['star', 548, 78, 20, CREAM],
      ['dot', 74, 220, 9, CREAM],
      ['dot', 572, 250, 11, GENDA],
    ],
  },
  editing: {
    palette: 'neel',
    focus: [320, 400],
    object: video.timeline(),
    spot: [316, 184],
    props: [
      ['star', 66, 82, 20, GENDA],
      ['star', 580, 250, 24, GENDA],
      ['dot', 584, 96, 9, CREAM],
      ['dot', 56, 222, 8, '#8CC7F2'],
    ],
  },
  shorts: {
    palette: 'genda',
    focus: [320, 180],
    object: video.playDisc(),
    spot: [320, 180],
    props: [
      ['star', 116, 92, 27, WHITE],
      ['star', 524, 262, 32, WHITE],
      ['star', 138, 274, 18, RANI],
      ['star', 514, 88, 18, RANI],
    ],
  },
  thumbnails: {
    palette: 'mehendi',
    focus: [200, 380],
    object: video.coverCard(),
    spot: [306, 186],
    props: [
      ['star', 74, 100, 20, GENDA],
      ['star', 566, 76, 24, CREAM],
      ['dot', 66, 246, 10, CREAM],
    ],
  },
  selling: {
    palette: 'narangi',
    focus: [320, 420],
    object: shop.bagAndPhone(),
    spot: [322, 184],
    props: [
      ['star', 90, 78, 22, CREAM],
      ['star', 560, 250, 20, CREAM],
      ['dot', 566, 96, 10, INK],
    ],
  },
  scripts: {
    palette: 'jamun',
    focus: [440, 400],
    object: study.script(),
    spot: [320, 182],
    props: [
      ['star', 96, 110, 24, GENDA],
      ['star', 560, 110, 18, CREAM],
      ['dot', 120, 246, 9, CREAM],
    ],
  },
  telegram: {
    palette: 'asmani',
    focus: [120, 360],
    object: shop.paperPlane(),
    spot: [330, 180],
    props: [
      ['star', 132, 82, 22, GENDA],
      ['star', 548, 282, 20, GENDA],
      ['dot', 250, 62, 8, CREAM],
    ],
  },
  ads: {
    palette: 'teal',
    focus: [120, 330],
    object: shop.megaphone(),
    spot: [292, 178],
    scale: 1.02,
    props: [
      ['star', 84, 84, 22, CREAM],
      ['dot', 98, 270, 10, GENDA],
    ],
  },
  voice: {
    palette: 'geru',
    focus: [320, 180],
    object: video.mic(),
    spot: [320, 180],
    props: [
      ['star', 100, 100, 24, GENDA],
      ['star', 538, 100, 24, GENDA],
      ['dot', 92, 260, 10, CREAM],
      ['dot', 548, 260, 10, CREAM],
    ],
  },
  manager: {
    palette: 'pudina',
    focus: [320, 400],
    object: study.calendar(),
    spot: [316, 186],
    props: [
      ['star', 86, 96, 24, INK],
      ['star', 562, 86, 20, WHITE],
      ['dot', 78, 250, 10, WHITE],
    ],
  },
  photos: {
    palette: 'gulabi',
    focus: [480, 380],
    object: video.camera(),
    spot: [316, 182],
    props: [
      ['star', 84, 104, 26, WHITE],
      ['star', 574, 88, 20, GENDA],
      ['star', 570, 276, 18, WHITE],
    ],
  },
  biolink: {
    palette: 'chandan',
    focus: [320, 380],
    object: shop.stall(),
    spot: [320, 190],
    props: [
      ['star', 66, 74, 18, RANI],
      ['star', 582, 70, 22, RANI],
    ],
  },
}

/** Small pictures of what a bundle holds; two stars each, where the object leaves room. */
const tiles: Record<string, [PaletteName, string]> = {
  script: ['jamun', study.script()],
  covers: ['asmani', video.coverCard()],
  plan: ['genda', study.calendar()],
  captions: ['teal', shop.chatShop()],
  hooks: ['narangi', study.magnet()],
  music: ['asmani', study.music()],
  checklist: ['genda', study.checklist()],
  folder: ['neel', study.folder()],
  swatches: ['pudina', study.swatches()],
  light: ['jamun', video.ringLight()],
  clapper: ['rani', video.clapper()],
  film: ['teal', video.filmReel()],
  clock: ['chandan', study.clock()],
  mail: ['asmani', study.envelope()],
  headphones: ['mehendi', study.headphones()],
  ideas: ['neel', study.bulb()],
  laptop: ['narangi', study.laptop()],
  map: ['gulabi', shop.mapPin()],
  prices: ['mehendi', shop.coins()],
  gift: ['teal', shop.gift()],
  parcel: ['rani', shop.parcel()],
  shop: ['jamun', shop.shopPhone()],
  numbers: ['geru', study.chart()],
  ads: ['geru', shop.megaphone()],
  mic: ['neel', video.mic()],
  camera: ['mehendi', video.camera()],
  plane: ['gulabi', shop.paperPlane()],
  phones: ['narangi', video.phones()],
}

const focuses: [number, number][] = [
  [320, 400],
  [120, 360],
  [520, 380],
  [320, 180],
]

const tilePoster = ([palette, object]: [PaletteName, string], i: number) =>
  poster({
    palette,
    focus: focuses[i % focuses.length] ?? [320, 400],
    object,
    spot: [320, 182],
    scale: 0.96,
    props: [
      ['star', 76, i % 2 ? 90 : 268, 20, palette === 'genda' || palette === 'chandan' ? RANI : GENDA],
      ['star', 566, i % 2 ? 276 : 84, 18, WHITE],
    ],
  })

const way = (palette: PaletteName, plate: string, ...objects: [string, string, string]) => ({
  drawing: card.wayBanner(palette, plate, objects),
  width: 960,
  colour: PALETTES[palette][0],
})

const flat = (drawing: string, colour: string, width = 960) => ({ drawing, colour, width })

const cards: Record<string, Omit<Picture, 'name'>> = {
  'result-line': flat(card.resultLine(), '#FFFFFF'),
  'result-profile': flat(card.resultProfile(), '#FFFFFF'),
  'result-bars': flat(card.resultBars(), '#FFFFFF'),
  'result-days': flat(card.resultDays(), '#FFFFFF'),
  'review-chat-blue': flat(card.reviewChat('#E9EBFA', '#BFE6CE', '#5C9B78', 5), '#E9EBFA'),
  'review-chat-pink': flat(card.reviewChat('#FCEAF2', '#F9DFA0', '#B08A2E', 5), '#FCEAF2'),
  'review-letter-sand': flat(card.reviewLetter('#FFF4D6', RANI, '#C4AC66', 5), '#FFF4D6'),
  'review-letter-green': flat(card.reviewLetter('#E3F5EA', '#1F8549', '#86BC9C', 4), '#E3F5EA'),
  'way-post': way('neel', MINT, study.folder(), video.phones(), shop.paperPlane()),
  'way-learn': way('mehendi', GENDA, video.clapper(), study.checklist(), study.laptop()),
  'way-sell': way('rani', SKY, video.camera(), shop.shopPhone(), shop.parcel()),
  'way-speak': way('teal', '#F5A8C4', study.script(), video.mic(), study.headphones()),
  'sheet-planner': flat(card.plannerSheet(), '#FFFFFF', 1000),
  'sheet-script': flat(card.scriptSheet(), '#FFFFFF', 1000),
}

/** Every still picture of the demo; the posters of the clips are taken from the clips' first frames. */
export const pictures: Picture[] = [
  ...Object.entries(banners).map(([name, it]) => ({
    name: `banner-${name}`,
    drawing: poster(it),
    width: 1280,
    colour: PALETTES[it.palette][0],
  })),
  ...Object.entries(tiles).map(([name, it], i) => ({
    name: `tile-${name}`,
    drawing: tilePoster(it, i),
    width: 800,
    colour: PALETTES[it[0]][0],
  })),
  ...Object.entries(cards).map(([name, it]) => ({ name, ...it })),
]
