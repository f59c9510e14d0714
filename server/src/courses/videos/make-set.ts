import { mkdir, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type Rung, rungsOf } from 'contract/media/rungs'
import type { Context } from '../../context.ts'
import { FfmpegError, runFfmpeg } from '../media/ffmpeg.ts'
import { fileNameOf, findMedia } from '../media/media.queries.ts'
import { clearUnreferencedFile } from '../media/media-store.ts'
import { POSTER, rungFile, SOUND, SPRITE } from '../media/set-files.ts'
import { noteToRemove } from '../media/unreferenced-files.queries.ts'
import type { Hdr } from '../media/video-facts.ts'
import { probeVideo } from '../media/video-probe.ts'
import { loudnessIn, posterArgs, rungArgs, soundArgs, spriteArgs } from './ffmpeg-args.ts'
import { readRung } from './read-rung.ts'
import { posterOf, spriteOf } from './set-pictures.ts'
import { insertRung, listRungs, updateSet, type VideoSet } from './videos.queries.ts'

export type MakingContext = Pick<Context, 'config' | 'db' | 'files' | 'log' | 'now' | 'queue'>

const MOST_TRIES = 3
/** Disk space reserved for the shop itself. */
export const SPARED_BYTES = 512 * 1024 * 1024
const SAY_EVERY_MS = 2_000

export type Making = { program: string; stopping: AbortSignal }
type Facts = { width: number; height: number; seconds: number; sound: boolean; hdr: Hdr | null }
/** A step that runs as a whole or again; `weight` is its share of the whole work. */
type Step = { weight: number; make: (onSecond: (second: number) => void) => Promise<void> }

/**
 * Makes the missing parts of a set. Returns false when the disk is full; gives a set up that fails repeatedly. Rejects
 * when stopped.
 */
export async function makeSet(ctx: MakingContext, set: VideoSet, making: Making): Promise<boolean> {
  const { db, files } = ctx
  const { media_id } = set
  const media = await findMedia(db, media_id)
  if (!media) return true
  return files.useLocal({ mediaId: media_id, name: fileNameOf(media) }, (source) => makeFrom(ctx, set, making, source))
}

async function makeFrom(ctx: MakingContext, set: VideoSet, making: Making, source: string): Promise<boolean> {
  const { db, files, log } = ctx
  const { media_id } = set
  const { width, height, seconds, sound = false, hdr = null } = await probeVideo(source)
  if (!width || !height || !seconds) {
    await updateSet(db, media_id, { state: 'failed', problem: 'Nothing can be read of this video' })
    return true
  }
  const facts = { width, height, seconds, sound, hdr }
  if ((await files.freeBytes()) < roomFor(facts)) {
    await updateSet(db, media_id, { state: 'waiting', problem: 'There is too little space for it on the disk' })
    return false
  }
  const folder = files.tempPath()
  await mkdir(folder, { mode: 0o700 })
  try {
    await updateSet(db, media_id, { state: 'making', problem: null })
    await doSteps(ctx, set, await stepsOf(ctx, set, { ...making, facts, source, folder }), seconds)
  } catch (error) {
    making.stopping.throwIfAborted()
    if ((await files.freeBytes()) < SPARED_BYTES) {
      await updateSet(db, media_id, { state: 'waiting', problem: 'There is too little space for it on the disk' })
      return false
    }
    log.warn({ err: error, media_id }, 'making a video set failed')
    const tries = set.tries + 1
    const problem = problemOf(error)
    await updateSet(db, media_id, { state: tries < MOST_TRIES ? 'waiting' : 'failed', tries, problem })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return true
}

const problemOf = (error: unknown) =>
  error instanceof FfmpegError && /No such filter: '(?:zscale|tonemap)'/.test(error.said)
    ? 'This video is in HDR, and ffmpeg here has no zscale to convert it'
    : 'ffmpeg could not make it'

/** Estimates the space of all rungs plus the shop's reserve. */
function roomFor({ seconds, ...sides }: Facts): number {
  const kilobits = rungsOf(sides).reduce((sum, rung) => sum + rung.kilobits + 96, 96)
  return SPARED_BYTES + (kilobits * 125 * seconds * 3) / 2
}

async function doSteps({ db, now }: MakingContext, set: VideoSet, steps: (Step | number)[], seconds: number) {
  const all = steps.reduce<number>((sum, step) => sum + (typeof step === 'number' ? step : step.weight), 0)
  let done = 0
  let shown = 0
  const show = (part: number) => {
    const at = now().getTime()
    if (at - shown < SAY_EVERY_MS) return
    shown = at
    const percent = Math.min(99, Math.floor((100 * part) / all))
    updateSet(db, set.media_id, { percent }).catch(() => {})
  }
  for (const step of steps) {
    if (typeof step !== 'number')
      await step.make((second) => show(done + (step.weight * Math.min(second, seconds)) / seconds))
    done += typeof step === 'number' ? step : step.weight
  }
  await updateSet(db, set.media_id, { state: 'ready', percent: 100, problem: null })
}

type Work = Making & { facts: Facts; source: string; folder: string }

/** Lists the remaining steps in order; a number stands for the weight done before. */
async function stepsOf(ctx: MakingContext, set: VideoSet, work: Work): Promise<(Step | number)[]> {
  const made = new Set((await listRungs(ctx.db, [set.media_id])).map(({ rung }) => rung))
  const { facts } = work
  const rungs = facts.sound ? [SOUND, ...rungsOf(facts)] : rungsOf(facts)
  const steps = rungs.map((rung): Step | number => {
    const [id, weight] = rung === SOUND ? [SOUND, 50] : [(rung as Rung).id, (rung as Rung).kilobits]
    return made.has(id) ? weight : { weight, make: (onSecond) => makeRung(ctx, set, work, rung, onSecond) }
  })
  const pictures = { weight: 200, make: () => makePictures(ctx, set, work) }
  return [...steps, set.poster && set.sprite ? pictures.weight : pictures]
}

async function makeRung(
  ctx: MakingContext,
  { media_id }: VideoSet,
  { program, stopping, source, folder, facts: { seconds, sound, hdr } }: Work,
  rung: Rung | string,
  onSecond: (second: number) => void,
): Promise<void> {
  const { config, db, files } = ctx
  const id = typeof rung === 'string' ? rung : rung.id
  const file = join(folder, `${id}.mp4`)
  const output = { source, file, seconds, hdr, threads: Math.max(1, availableParallelism() >> 1) }
  const args = typeof rung === 'string' ? soundArgs(output) : rungArgs(output, rung)
  const shown = await runFfmpeg(config, program, args, { stopping, onSecond })
  const sides = typeof rung === 'string' ? null : { width: rung.width, height: rung.height }
  const facts = await readRung(file, { sides, seconds, sound })
  await files.keep(file, { mediaId: media_id, name: rungFile(id) })
  if (!(await insertRung(db, { media_id, rung: id, ...(sides ?? { width: null, height: null }), ...facts })))
    return forget(ctx, media_id)
  if (id === SOUND) await updateSet(db, media_id, { loudness: loudnessIn(shown) ?? null })
}

/** Makes the poster, and small images of all parts. */
async function makePictures(
  { config, db, files }: MakingContext,
  { media_id }: VideoSet,
  { program, stopping, source, folder, facts }: Work,
): Promise<void> {
  const [poster, sheet] = [join(folder, 'poster.jpg'), join(folder, 'sprite.jpg')]
  const { second, ...sides } = posterOf(facts)
  const sprite = spriteOf(facts)
  const takes = { stopping }
  const { hdr } = facts
  await runFfmpeg(config, program, posterArgs({ source, file: poster, hdr, second, ...sides }), takes)
  // The lowest rung is quick to read, with keyframes at the wanted places.
  const least = { mediaId: media_id, name: rungFile(rungsOf(facts)[0]?.id ?? '') }
  await files.useLocal(least, (path) => runFfmpeg(config, program, spriteArgs(path, sheet, sprite), takes))
  await files.keep(poster, { mediaId: media_id, name: POSTER })
  await files.keep(sheet, { mediaId: media_id, name: SPRITE })
  await updateSet(db, media_id, { poster: true, sprite })
}

/** Removes the outputs of a file that was deleted meanwhile. */
async function forget(ctx: MakingContext, mediaId: string): Promise<void> {
  if (await findMedia(ctx.db, mediaId)) return
  await noteToRemove(ctx.db, mediaId)
  await clearUnreferencedFile(ctx, mediaId)
}
