import { at, CREAM, circle, GENDA, ground, INK, type PaletteName, RANI, star, svg, WHITE } from './brush.ts'
import * as shop from './objects-shop.ts'
import * as study from './objects-study.ts'
import * as video from './objects-video.ts'

type Prop = [kind: 'star' | 'dot', x: number, y: number, r: number, fill: string]

export interface Poster {
  palette: PaletteName
  focus: [number, number]
  object: string
  scale?: number
  turn?: number
  /** Centre of the object; the middle by default. */
  spot?: [number, number]
  props?: Prop[]
}

const prop = ([kind, x, y, r, fill]: Prop) => (kind === 'star' ? star(x, y, r, fill, x % 30) : circle(x, y, r, fill))

/** Draws a poster of 640 × 360: ground, rays, stars and one object. */
export const poster = ({ palette, focus, object, scale = 1, turn = 0, spot = [316, 176], props = [] }: Poster) =>
  svg(640, 360, ground(640, 360, palette, focus) + props.map(prop).join('') + at(spot[0], spot[1], object, scale, turn))

/** The course banners, one object and palette each. */
export const banners: Record<string, Poster> = {
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
