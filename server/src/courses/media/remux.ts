import { stat } from 'node:fs/promises'
import { COPIED_CODECS } from 'contract/media/ways-out'
import {
  Conversion,
  FilePathSource,
  FilePathTarget,
  Input,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
} from 'mediabunny'
import { cutSeconds } from './video-facts.ts'

/** `bytes` of the MP4; without one, the codec of pictures that can be copied into one. */
export type Remuxed = { bytes: number } | { copies: string | null }

/**
 * Copies the packets of a QuickTime, 3GP or Matroska file into an MP4 at `to`. Undefined for a file without a readable
 * video. For the process that examines foreign files.
 */
export async function remux({ path, to }: { path: string; to: string }): Promise<Remuxed | undefined> {
  try {
    return await copyPackets(path, to)
  } catch (error) {
    // The disk's fault is not the file's.
    if ((error as NodeJS.ErrnoException).syscall) throw error
    return undefined
  }
}

async function copyPackets(path: string, to: string): Promise<Remuxed | undefined> {
  using input = new Input({ source: new FilePathSource(path), formats: [QTFF, MP4, MATROSKA] })
  const [track, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  if (!track) return undefined
  const codec = await track.getCodec()
  const copies = COPIED_CODECS.video.includes(codec) ? codec : null
  // A copy would show again what the edit list leaves out: the library of packets reads one entry, and no end.
  if ((await cutSeconds(path)) !== undefined) return { copies: null }
  if (!copies || (audio && !COPIED_CODECS.audio.includes(await audio.getCodec()))) return { copies }
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: new FilePathTarget(to) })
  // Tags of a phone hold the place of the recording.
  // Sound begins a moment before 0: all tracks move by it.
  const copy = { mode: 'forced', shiftTolerance: 1 } as const
  const conversion = await Conversion.init({ input, output, copy, tracks: 'primary', tags: {}, showWarnings: false })
  if (!conversion.isValid || conversion.utilizedTracks.length !== (audio ? 2 : 1)) return { copies: null }
  await conversion.execute()
  return { bytes: (await stat(to)).size }
}
