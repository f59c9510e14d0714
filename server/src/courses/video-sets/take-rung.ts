import { rm } from 'node:fs/promises'
import { rungsOf } from 'contract/media/rungs'
import type { VideoPlan } from 'contract/media/videos'
import type { Context, Db } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { findFfmpeg } from '../media/ffmpeg.ts'
import type { FinishContext } from '../media/finish-upload.ts'
import { adminSender, lookInto } from '../media/foreign-look.ts'
import { type HeldUpload, takeHeldUpload } from '../media/held-uploads.ts'
import { fileNameOf, findMedia } from '../media/media.queries.ts'
import { POSTER, rungFile, SOUND, SPRITE } from '../media/set-files.ts'
import { probeVideo } from '../media/video-probe.ts'
import { NotFragments, readRung } from '../videos/read-rung.ts'
import { posterOf, sheetOf, spriteOf } from '../videos/set-pictures.ts'
import { findSets, insertRung, listRungs, noteWantedSets, updateSet, type VideoSet } from '../videos/videos.queries.ts'

/** A sheet of a hundred detailed images has a tenth of it. */
const MOST_BYTES = 4 * 1024 * 1024

/**
 * Stores an image of a set made elsewhere, re-encoded like every library image. 413 above the bound, 422 unless it is a
 * JPEG of exactly the `wanted` pixels; else as `takeHeldUpload`.
 */
async function takePicture(
  ctx: FinishContext & Pick<Context, 'files'>,
  upload: HeldUpload,
  wanted: { width: number; height: number },
  write: (trx: Db) => Promise<void>,
): Promise<void> {
  const store = ctx.files.tempPath()
  try {
    await takeHeldUpload(ctx, upload, async (path, bytes) => {
      if (bytes > MOST_BYTES) throw plainError('too_large', 'This image is too large for a set')
      await rm(store, { force: true })
      const made = await lookInto(adminSender(upload.adminId), 'picture', { path, to: store })
      if (made?.format !== 'jpeg') throw plainError('invalid', 'This is no JPEG')
      if (made.width !== wanted.width || made.height !== wanted.height)
        throw plainError('invalid', `This image is not ${wanted.width} by ${wanted.height} pixels`)
      return { keep: store, write }
    })
  } finally {
    await rm(store, { force: true })
  }
}

type PlanContext = Pick<Context, 'config' | 'db' | 'files'>

/**
 * Plans a video's set, with the existing parts. 404 when it is no video that a lesson shows, 422 when it is unreadable,
 * 409 while the server makes its set.
 */
export async function planSet({ config, db, files }: PlanContext, mediaId: string): Promise<VideoPlan> {
  await noteWantedSets(db)
  const [media, sets] = await Promise.all([findMedia(db, mediaId), findSets(db, [mediaId])])
  const set = sets.get(mediaId)
  if (!media || !set) throw plainError('not_found', 'No lesson shows this video')
  if (set.state === 'making' && (await findFfmpeg(config)))
    throw plainError('conflict', 'The server is preparing this video')
  const facts = await files.useLocal({ mediaId, name: fileNameOf(media) }, probeVideo)
  const { width, height, seconds, sound = false } = facts
  if (!width || !height || !seconds) throw plainError('invalid', 'Nothing can be read of this video')
  const rungs = (await listRungs(db, [mediaId])).map(({ rung }) => rung)
  const made = [...rungs, ...(set.poster ? ['poster'] : []), ...(set.sprite ? ['sprite'] : [])]
  const pictures = { poster: posterOf({ width, height, seconds }), sprite: spriteOf({ width, height, seconds }) }
  return { source: media.sha256, rungs: rungsOf({ width, height }), sound, seconds, ...pictures, made }
}

type Sent = { adminId: number; mediaId: string; rung: string; uploadId: string; loudness?: number | undefined }

/**
 * Stores one part of a set made elsewhere: checks every segment of a quality, re-encodes an image. The set is ready
 * with the last quality, with or without images; until then the original plays. 404, 409, 422 as `planSet`; 422 for a
 * quality outside the set, and for a file that differs from its promise.
 */
export async function takeRung(
  ctx: FinishContext & Pick<Context, 'files'>,
  { adminId, mediaId, rung, uploadId, loudness }: Sent,
): Promise<void> {
  const { rungs, sound, seconds, poster, sprite } = await planSet(ctx, mediaId)
  const upload = { adminId, mediaId, uploadId }
  const noted = async (trx: Db, change: Partial<VideoSet>) => {
    if (!(await updateSet(trx, mediaId, change))) throw plainError('not_found', 'No lesson shows this video')
    const name = (await findMedia(trx, mediaId))?.name ?? null
    await noteChange(trx, { kind: 'media', id: mediaId, name, after: { quality: rung } })
  }
  if (rung === 'poster')
    return takePicture(ctx, { ...upload, name: POSTER }, poster, (trx) => noted(trx, { poster: true }))
  if (rung === 'sprite')
    return takePicture(ctx, { ...upload, name: SPRITE }, sheetOf(sprite), (trx) => noted(trx, { sprite }))
  const made = rungs.find(({ id }) => id === rung)
  const sides = made ? { width: made.width, height: made.height } : null
  if (!made && !(rung === SOUND && sound)) throw plainError('invalid', 'The set has no such quality')
  const all = [...(sound ? [SOUND] : []), ...rungs.map(({ id }) => id)]
  await takeHeldUpload(ctx, { ...upload, name: rungFile(rung) }, async (path) => {
    const facts = await readRung(path, { sides, seconds, sound: sides ? sound : true }).catch((error) => {
      if (!(error instanceof NotFragments)) throw error
      throw plainError('invalid', `This is not the quality that it should be: ${error.message}`)
    })
    const write = async (trx: Db) => {
      const row = { media_id: mediaId, rung, ...(sides ?? { width: null, height: null }), ...facts }
      if (!(await insertRung(trx, row))) throw plainError('not_found', 'No lesson shows this video')
      const there = new Set((await listRungs(trx, [mediaId])).map((one) => one.rung))
      const ready = all.every((id) => there.has(id))
      const percent = ready ? 100 : Math.floor((100 * all.filter((id) => there.has(id)).length) / all.length)
      const received = rung === SOUND ? { loudness: loudness ?? null } : {}
      await noted(trx, { state: ready ? 'ready' : 'waiting', percent, problem: null, ...received })
    }
    return { write }
  })
}
