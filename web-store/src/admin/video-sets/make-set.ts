import { rungsOf } from 'contract/media/rungs'
import type { VideoPlan } from 'contract/media/videos'

const SOUND = 'sound'
const SOUND_KILOBITS = 96

/** One quality that is to be made. `sides`: of its pictures; undefined for the sound alone. */
type Wanted = {
  rung: string
  kilobits: number
  sides: { width: number; height: number } | undefined
  sound: boolean
}

/** The surroundings of making a set. */
export type SetHost = {
  plan: VideoPlan
  /** Makes a quality; `onPart` receives 0 to 1. Returns the loudness of the sound alone. Rejects when it is stopped. */
  make(wanted: Wanted, onPart: (part: number) => void): Promise<number | undefined>
  /** Makes a picture. Rejects when it is stopped. */
  draw(picture: SetPicture): Promise<void>
  /** Waits for an earlier piece in the upload queue; false without one. */
  sendBegun(rung: string): Promise<boolean>
  /** Sends what was made, until the shop has taken it. */
  send(rung: string, loudness?: number): Promise<void>
  /** Reports a picture that could not be made. */
  onLeftOut(picture: SetPicture, error: unknown): void
}

const PICTURES = ['poster', 'sprite'] as const
type SetPicture = (typeof PICTURES)[number]

/**
 * Makes and sends every missing quality of a video's set, the sound and the least first, and its pictures, without which it is a set, too.
 * Qualities that the shop has are not made again, and queued ones are not made twice. `say` receives the progress of all, 0 to 1, by the bits
 * of each.
 */
export async function makeSet(host: SetHost, stopping: AbortSignal, show: (part: number) => void): Promise<void> {
  const { plan } = host
  const wanted = wantedOf(plan)
  await inOrder(wanted, stopping, show, async (one, onPart) => {
    // The last quality completes the set, and nobody returns for its pictures.
    if (one === wanted.at(-1)) await addPictures(host, stopping)
    stopping.throwIfAborted()
    if (plan.made.includes(one.rung) || (await host.sendBegun(one.rung))) return
    const loudness = await host.make(one, onPart)
    stopping.throwIfAborted()
    await host.send(one.rung, loudness)
  })
}

/** The readable facts of a video before the shop has it. */
export type VideoFacts = { width: number; height: number; sound: boolean }

/**
 * Makes every quality of a video that is still on its way to the shop, as the shop will want them, and leaves them where they are made.
 * Rejects with `make`, and when it is stopped.
 */
export const makeAhead = (
  { width, height, sound }: VideoFacts,
  make: SetHost['make'],
  stopping: AbortSignal,
  show: (part: number) => void,
): Promise<void> => inOrder(wantedOf({ rungs: rungsOf({ width, height }), sound }), stopping, show, make)

async function inOrder(
  wanted: readonly Wanted[],
  stopping: AbortSignal,
  show: (part: number) => void,
  make: (one: Wanted, onPart: (part: number) => void) => Promise<unknown>,
): Promise<void> {
  const all = wanted.reduce((sum, { kilobits }) => sum + kilobits, 0)
  let done = 0
  for (const one of wanted) {
    stopping.throwIfAborted()
    await make(one, (part) => show((done + one.kilobits * part) / all))
    done += one.kilobits
    show(done / all)
  }
}

const wantedOf = ({ rungs, sound }: Pick<VideoPlan, 'rungs' | 'sound'>): Wanted[] => [
  ...(sound ? [{ rung: SOUND, kilobits: SOUND_KILOBITS, sides: undefined, sound }] : []),
  ...rungs.map(({ id, kilobits, width, height }) => ({ rung: id, kilobits, sides: { width, height }, sound })),
]

async function addPictures(host: SetHost, stopping: AbortSignal): Promise<void> {
  for (const picture of PICTURES) {
    stopping.throwIfAborted()
    try {
      if (host.plan.made.includes(picture) || (await host.sendBegun(picture))) continue
      await host.draw(picture)
      stopping.throwIfAborted()
      await host.send(picture)
    } catch (error) {
      stopping.throwIfAborted()
      host.onLeftOut(picture, error)
    }
  }
}
