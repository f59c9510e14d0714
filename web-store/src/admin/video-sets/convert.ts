import { registerAacEncoder } from '@mediabunny/aac-encoder'
import { SIGNATURE_BYTES } from 'contract/media/beginnings'
import { editedSeconds } from 'contract/media/edit-list'
import { COPIED_CODECS } from 'contract/media/ways-out'
import {
  Conversion,
  CustomSource,
  canEncodeAudio,
  Input,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  StreamTarget,
} from 'mediabunny'
import { NotMade } from './not-made.ts'
import { handleOf, streamInto } from './own-disk.ts'

type Reading = { bytes: number; read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> }
type Progress = { onPart(part: number): void; isStopped(): boolean }

const SOUND_RATE = 48_000

/** Returns true for a video whose edit list leaves a part out, which only ffmpeg can read. */
export const isCut = async ({ bytes, read }: Reading): Promise<boolean> =>
  (await editedSeconds((at, length) => read(at, Math.min(at + length, bytes)), bytes)) !== undefined

/**
 * Makes an MP4 of a QuickTime, 3GP or Matroska video at `file` of the browser's storage: what an MP4 takes is copied, the rest encoded as H.264
 * and AAC. False for a video that the shop copies or stores itself. Rejects with `NotMade`, and when the storage is full.
 */
export async function convert({ bytes, read }: Reading, file: string, progress: Progress): Promise<boolean> {
  const begin = String.fromCharCode(...(await read(0, Math.min(bytes, SIGNATURE_BYTES))))
  // Only ffmpeg reads an AVI.
  if (begin.startsWith('RIFF') && begin.endsWith('AVI ')) throw new NotMade('no-decoder')
  const is3gp = begin.slice(4).startsWith('ftyp3g')
  const formats = is3gp ? [MP4] : [QTFF, MATROSKA]
  using input = new Input({ source: new CustomSource({ getSize: () => bytes, read }), formats })
  if (!(await input.canRead())) return false
  const [track, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  if (!track) return false
  // The library of packets reads one entry of an edit list, and no end: what was cut out would return.
  if (await isCut({ bytes, read })) throw new NotMade('no-decoder')
  const copied = {
    video: COPIED_CODECS.video.includes(await track.getCodec()),
    audio: !audio || COPIED_CODECS.audio.includes(await audio.getCodec()),
  }
  if (copied.video && copied.audio) return false
  try {
    await write(input, file, copied, progress)
  } catch (error) {
    if (error instanceof NotMade || (error instanceof DOMException && error.name === 'QuotaExceededError')) throw error
    throw new NotMade('no-decoder', String(error))
  }
  return true
}

async function write(
  input: Input,
  file: string,
  copied: { video: boolean; audio: boolean },
  { onPart, isStopped }: Progress,
): Promise<void> {
  // The same file becomes the same bytes each time, by which the library knows it.
  Date.now = () => 0
  if (!copied.audio && !(await canEncodeAudio('aac'))) registerAacEncoder()
  const audio = await input.getPrimaryAudioTrack()
  const numberOfChannels = Math.min((await audio?.getNumberOfChannels()) ?? 2, 2)
  const disk = await (await handleOf(file)).createSyncAccessHandle()
  const { stream, problem } = streamInto<{ data: Uint8Array<ArrayBuffer>; position: number }>(({ data, position }) =>
    disk.write(data, { at: position }),
  )
  try {
    disk.truncate(0)
    const conversion = await Conversion.init({
      input,
      output: new Output({
        format: new Mp4OutputFormat({ fastStart: false }),
        target: new StreamTarget(stream, { chunked: true }),
      }),
      tracks: 'primary',
      tags: {},
      showWarnings: false,
      // Sound begins a moment before 0: all tracks move by it.
      copy: { shiftTolerance: 1 },
      video: copied.video ? {} : { codec: 'avc' },
      audio: copied.audio ? {} : { codec: 'aac', numberOfChannels, sampleRate: SOUND_RATE },
    })
    if (!conversion.isValid || conversion.utilizedTracks.length !== (audio ? 2 : 1)) throw new NotMade('no-encoder')
    conversion.onProgress = (part) => {
      if (isStopped() || problem() !== undefined) void conversion.cancel()
      else onPart(Math.min(part, 1))
    }
    await conversion.execute()
  } catch (error) {
    throw problem() ?? error
  } finally {
    disk.close()
  }
  if (problem() !== undefined) throw problem()
}
