import { registerAacEncoder } from '@mediabunny/aac-encoder'
import { segmentSeconds } from 'contract/media/rungs'
import type { VideoPlan } from 'contract/media/videos'
import {
  ALL_FORMATS,
  AudioSampleSink,
  BlobSource,
  CustomSource,
  canEncodeAudio,
  canEncodeVideo,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  StreamTarget,
} from 'mediabunny'
import { convert, isCut } from './convert.ts'
import { drawPoster, drawSprite } from './draw-pictures.ts'
import { goingOn, isOfSameEncoder, whereItBroke } from './fragments.ts'
import { LOUDNESS_RATE, loudnessMeter } from './loudness.ts'
import type { VideoFacts } from './make-set.ts'
import { NotMade, type WhyNot } from './not-made.ts'
import { type Disk, handleOf, streamInto } from './own-disk.ts'
import { encode, lanesOf, spanOf } from './rung-lanes.ts'

/** The tasks: make one quality or picture, or an MP4, into a file of its own in the browser's storage; look at the facts of a video. */
export type RungTask =
  | {
      is: 'make'
      file: string
      rung: string
      kilobits: number
      sides: { width: number; height: number } | undefined
      sound: boolean
    }
  | { is: 'draw'; file: string; picture: { poster: VideoPlan['poster'] } | { sprite: VideoPlan['sprite'] } }
  | { is: 'look' }
  | { is: 'convert'; file: string }

/** A task on a video of so many bytes, and then the bytes that it requests. */
export type RungOrder =
  | (RungTask & { bytes: number })
  | { is: 'bytes'; number: number; bytes: Uint8Array<ArrayBuffer> | undefined }
  | { is: 'stop' }

export type RungAnswer =
  | { is: 'read'; number: number; start: number; end: number }
  | { is: 'progress'; part: number }
  /** `loudness` in LUFS, for sound alone that is not silent; `facts` on request; `converted` unless the shop can copy it. */
  | { is: 'made'; loudness?: number | undefined; facts?: VideoFacts; converted?: boolean }
  | { is: 'failed'; cause: WhyNot; message: string }

const show = (answer: RungAnswer) => self.postMessage(answer)
const pendingReads = new Map<number, (bytes: Uint8Array<ArrayBuffer> | undefined) => void>()
let questions = 0
let stopped = false

self.onmessage = ({ data }: MessageEvent<RungOrder>) => {
  if (data.is === 'stop') stopped = true
  else if (data.is === 'bytes') {
    pendingReads.get(data.number)?.(data.bytes)
    pendingReads.delete(data.number)
  } else
    workOn(data).then(
      (made) => show({ is: 'made', ...made }),
      (error: unknown) => show({ is: 'failed', cause: causeOf(error), message: String(error) }),
    )
}

async function workOn(task: RungTask & { bytes: number }): Promise<Omit<RungAnswer & { is: 'made' }, 'is'>> {
  const reading = { bytes: task.bytes, read }
  if (task.is === 'convert') {
    const onPart = (part: number) => show({ is: 'progress', part })
    return { converted: await convert(reading, task.file, { onPart, isStopped: () => stopped }) }
  }
  if (await isCut(reading)) throw new NotMade('no-decoder')
  using input = new Input({ source: new CustomSource({ getSize: () => task.bytes, read }), formats: ALL_FORMATS })
  if (task.is === 'look') return { facts: await look(input) }
  if (task.is === 'make') return { loudness: await make(task, input) }
  await draw(task, input)
  return {}
}

async function look(input: Input): Promise<VideoFacts> {
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new NotMade('no-decoder')
  const sound = (await input.getPrimaryAudioTrack()) !== null
  return { width: await track.getDisplayWidth(), height: await track.getDisplayHeight(), sound }
}

function causeOf(error: unknown): WhyNot {
  if (error instanceof NotMade) return error.cause
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NoModificationAllowedError') return 'busy'
  return name === 'QuotaExceededError' ? 'full' : 'other'
}

async function read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  questions += 1
  const number = questions
  const bytes = await new Promise<Uint8Array<ArrayBuffer> | undefined>((resolve) => {
    pendingReads.set(number, resolve)
    show({ is: 'read', number, start, end })
  })
  if (!bytes) throw new NotMade('unread')
  return bytes
}

type Make = RungTask & { is: 'make' }

async function draw({ file, picture }: RungTask & { is: 'draw' }, input: Input): Promise<void> {
  const jpeg = await ('poster' in picture
    ? drawPoster(input, picture.poster)
    : drawSprite(input, picture.sprite, () => stopped))
  const disk = await (await handleOf(file)).createSyncAccessHandle()
  try {
    disk.truncate(0)
    disk.write(new Uint8Array(await jpeg.arrayBuffer()), { at: 0 })
  } finally {
    disk.close()
  }
}

/** Answers the loudness of the sound alone. */
async function make(task: Make, input: Input): Promise<number | undefined> {
  const { file, kilobits, sides, sound } = task
  const bitrate = kilobits * 1000
  if (sides && !(await canEncodeVideo('avc', { ...sides, bitrate }))) throw new NotMade('no-encoder')
  if (sound && !(await canEncodeAudio('aac'))) registerAacEncoder()
  const handle = await handleOf(file)
  const disk = await handle.createSyncAccessHandle()
  try {
    if (!(await write(task, input, disk))) {
      // An encoder of other settings cannot resume this file.
      disk.truncate(0)
      await write(task, input, disk)
    }
  } finally {
    disk.close()
  }
  if (sides) return undefined
  const channels = (await (await input.getPrimaryAudioTrack())?.getNumberOfChannels()) ?? 2
  // A set is a set without it.
  return measureSound(await handle.getFile(), channels, () => stopped).catch(() => undefined)
}

/**
 * The loudness in LUFS of a quality that is the sound alone; undefined of silence. It is read back from what was made, for of a quality that
 * was gone on with nobody has heard the whole. `channels`: of the source, as one that was doubled does not count twice.
 */
async function measureSound(made: Blob, channels: number, stopped: () => boolean): Promise<number | undefined> {
  using input = new Input({ source: new BlobSource(made), formats: [MP4] })
  const track = await input.getPrimaryAudioTrack()
  if (!track) return undefined
  const meter = loudnessMeter(Math.min(channels, 2))
  for await (const sample of new AudioSampleSink(track).samples()) {
    using received = sample
    if (stopped() || received.sampleRate !== LOUDNESS_RATE) return undefined
    const planes = Array.from({ length: received.numberOfChannels }, (_, planeIndex) => {
      const plane = new Float32Array(received.numberOfFrames)
      received.copyTo(plane, { planeIndex, format: 'f32-planar' })
      return plane
    })
    meter.add(planes)
  }
  return meter.integrated()
}

/** Appends the rest of the quality to its stored beginning; false if another encoder wrote that. */
async function write(task: Make, input: Input, disk: Disk): Promise<boolean> {
  const readBack = (at: number, size: number) => {
    const bytes = new Uint8Array(size)
    disk.read(bytes, { at })
    return bytes
  }
  const span = await spanOf(input)
  const lasts = span.until - span.from
  // A page that was closed has left whole segments.
  const begun = await whereItBroke(disk.getSize(), lasts, readBack)
  if (begun?.whole) return true
  disk.truncate(begun?.keep ?? 0)
  let end = begun?.keep ?? 0
  let other = false
  // Whole fragments arrive, one after the other.
  const { stream, problem } = streamInto<{ data: Uint8Array<ArrayBuffer> }>(({ data }) => {
    if (begun && !isOfSameEncoder(begun, data)) other = true
    if (other) return
    for (const piece of begun ? goingOn(begun, data.slice()) : [data]) end += disk.write(piece, { at: end })
    disk.flush()
  })
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: segmentSeconds(task.rung) }),
    target: new StreamTarget(stream),
  })
  const from = begun?.from ?? 0
  const lanes = await lanesOf(task, input, output, { from: span.from + from, until: span.until })
  await output.start()
  try {
    await encode(lanes, (second) => {
      if (stopped) throw new NotMade('other', 'stopped')
      if (problem()) throw problem()
      show({ is: 'progress', part: Math.min(1, (from + second) / lasts) })
      return !other
    })
    if (!other) await output.finalize()
    if (problem()) throw problem()
  } finally {
    if (output.state !== 'finalized') await output.cancel()
  }
  return !other
}
