import type { VideoPlan } from 'contract/media/videos'
import { CanvasSink, EncodedPacketSink, type Input, type InputVideoTrack } from 'mediabunny'
import { NotMade } from './not-made.ts'

type Sides = { width: number; height: number }

/** The server encodes them once more, smaller. */
const QUALITY = 0.9

async function pictureTrack(input: Input): Promise<InputVideoTrack> {
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new NotMade('no-decoder')
  return track
}

const sinkOf = (track: InputVideoTrack, { width, height }: Sides) =>
  new CanvasSink(track, { width, height, fit: 'fill', poolSize: 2 })

const jpegOf = (canvas: OffscreenCanvas) => canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })

/** One picture of a video, as a JPEG. */
export async function drawPoster(input: Input, { second, ...sides }: VideoPlan['poster']): Promise<Blob> {
  const track = await pictureTrack(input)
  const found = await sinkOf(track, sides).getCanvas(Math.max(second, await track.getFirstTimestamp()))
  if (!found) throw new NotMade('no-decoder')
  return jpegOf(found.canvas as OffscreenCanvas)
}

/** Small pictures of all parts of a video on one sheet, as a JPEG. Two pictures and the sheet are all that is held at a time. */
export async function drawSprite(
  input: Input,
  { every, count, columns, width, height }: VideoPlan['sprite'],
  stopped: () => boolean,
): Promise<Blob> {
  const track = await pictureTrack(input)
  const sheet = new OffscreenCanvas(columns * width, Math.ceil(count / columns) * height)
  const pen = sheet.getContext('2d')
  if (!pen) throw new NotMade('other', 'no picture can be drawn')
  let at = 0
  for await (const found of sinkOf(track, { width, height }).canvasesAtTimestamps(secondsOf(track, every, count))) {
    if (stopped()) throw new NotMade('other', 'stopped')
    if (found) pen.drawImage(found.canvas, (at % columns) * width, Math.floor(at / columns) * height)
    at += 1
  }
  return jpegOf(sheet)
}

/** The seconds that are drawn: the key picture before each where it is near, for all others are decoded from theirs on. */
async function* secondsOf(track: InputVideoTrack, every: number, count: number): AsyncGenerator<number> {
  const packets = new EncodedPacketSink(track)
  const first = await track.getFirstTimestamp()
  for (let index = 0; index < count; index += 1) {
    const second = Math.max(index * every, first)
    const key = await packets.getKeyPacket(second, { metadataOnly: true })
    yield key && second - key.timestamp <= every / 2 ? Math.max(key.timestamp, first) : second
  }
}
