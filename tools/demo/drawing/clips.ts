import { at, CREAM, GENDA, ground, INK, type PaletteName, RANI, rect, star, svg, WHITE } from './brush.ts'
import * as shop from './objects-shop.ts'
import * as study from './objects-study.ts'
import * as video from './objects-video.ts'

interface Shot {
  palette: PaletteName
  object: string
  scale?: number
}

export interface Clip {
  name: string
  width: number
  height: number
  /** Length of one shot in seconds; a clip plays its shots in order. */
  shotSeconds: number
  shots: Shot[]
  /** Notes of the soft pad under the clip, in hertz. */
  chord: [number, number, number]
  webm?: boolean
}

const reel = { width: 360, height: 640, shotSeconds: 1.6 }

export const clips: Clip[] = [
  {
    ...reel,
    name: 'reel-hooks',
    chord: [220, 277.18, 329.63],
    webm: true,
    shots: [
      { palette: 'rani', object: video.phones() },
      { palette: 'narangi', object: study.magnet() },
      { palette: 'neel', object: study.script() },
    ],
  },
  {
    ...reel,
    name: 'reel-studio',
    chord: [196, 246.94, 293.66],
    shots: [
      { palette: 'asmani', object: video.mic() },
      { palette: 'jamun', object: video.ringLight() },
      { palette: 'mehendi', object: video.clapper() },
    ],
  },
  {
    ...reel,
    name: 'reel-counter',
    chord: [174.61, 220, 261.63],
    shots: [
      { palette: 'genda', object: shop.bagAndPhone() },
      { palette: 'teal', object: shop.stall(), scale: 0.78 },
      { palette: 'gulabi', object: video.camera() },
    ],
  },
  {
    width: 640,
    height: 360,
    name: 'lesson-start',
    shotSeconds: 3,
    chord: [196, 261.63, 329.63],
    shots: [
      { palette: 'neel', object: video.timeline() },
      { palette: 'genda', object: study.calendar() },
      { palette: 'mehendi', object: study.checklist() },
      { palette: 'rani', object: shop.paperPlane() },
    ],
  },
]

const easeOut = (t: number) => 1 - (1 - t) ** 3
const clamp = (t: number) => Math.min(1, Math.max(0, t))

/** Draws one frame, `seconds` into the clip. Each shot slides up over the previous one. */
export function frame({ width, height, shotSeconds, shots }: Clip, seconds: number): string {
  const tall = height > width
  const index = Math.min(shots.length - 1, Math.floor(seconds / shotSeconds))
  const inShot = seconds - index * shotSeconds
  const slide = index === 0 ? 0 : 1 - easeOut(clamp(inShot / 0.35))

  const scene = (shot: Shot, t: number) => {
    const sway = Math.sin(t * 2.6)
    const scale = (shot.scale ?? (tall ? 0.82 : 0.94)) * (1 + 0.03 * Math.sin(t * 3.8))
    const accent = shot.palette === 'genda' ? RANI : GENDA
    const cx = width / 2
    const cy = height / 2
    const twinkle = (phase: number) => 0.75 + 0.25 * Math.sin(t * 4 + phase)
    return [
      ground(width, height, shot.palette, [cx, tall ? height * 0.66 : height * 1.08], t * 5),
      star(width * 0.14, height * (tall ? 0.2 : 0.26), 20 * twinkle(0), accent, t * 20),
      star(width * 0.86, height * (tall ? 0.25 : 0.22), 15 * twinkle(2), WHITE, -t * 20),
      star(width * 0.84, height * (tall ? 0.76 : 0.78), 19 * twinkle(4), accent, t * 16),
      at(cx - 4, cy - (tall ? 26 : 6) + sway * 7, shot.object, scale, sway * 1.6),
    ].join('')
  }

  const current = shots[index] as Shot
  const before = shots[index - 1]
  const total = shotSeconds * shots.length
  const track = width - 48
  const under = slide > 0.001 && before ? scene(before, shotSeconds + inShot) : ''
  return svg(
    width,
    height,
    [
      under,
      `<svg y="${(slide * height).toFixed(2)}" width="${width}" height="${height}">${scene(current, inShot)}</svg>`,
      rect(24, height - 30, track, 8, 4, INK),
      rect(24, height - 30, Math.max(8, (track * seconds) / total), 8, 4, CREAM),
    ].join(''),
  )
}
