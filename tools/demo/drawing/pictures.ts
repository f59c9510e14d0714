import { banners, poster } from './banners.ts'
import { GENDA, MINT, PALETTES, type PaletteName, RANI, SKY, WHITE } from './brush.ts'
import * as card from './cards.ts'
import * as shop from './objects-shop.ts'
import * as study from './objects-study.ts'
import * as video from './objects-video.ts'

export interface Picture {
  name: string
  /** Drawn at this size, then scaled to the output width. */
  drawing: string
  width: number
  /** Shown while the image loads. */
  colour: string
}

/** Small images of a bundle's contents; two stars each, where the object leaves room. */
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

/** All still images of the demo; clip posters come from the first frames of the clips. */
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
