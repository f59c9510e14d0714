import { segmentSeconds } from 'contract/media/rungs'
import {
  type AudioSample,
  AudioSampleSource,
  type Input,
  type Output,
  type VideoSample,
  VideoSampleSource,
} from 'mediabunny'
import { pictures, type Span, sounds } from './filled-tracks.ts'
import { NotMade } from './not-made.ts'

const SOUND_BITS = 96_000

type Wanted = { rung: string; kilobits: number; sides: { width: number; height: number } | undefined; sound: boolean }

/** The span of all tracks together: one of them may begin later, or end earlier. */
export async function spanOf(input: Input): Promise<Span> {
  const tracks = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()].filter((one) => one !== null)
  return { from: Math.max(0, await input.getFirstTimestamp(tracks)), until: await input.computeDuration(tracks) }
}

type Lane<Sample = VideoSample | AudioSample> = {
  samples: AsyncGenerator<Sample>
  source: { add(sample: Sample): Promise<void>; close(): void }
}

/** Adds the tracks of the quality to the output, with what goes into each. */
export async function lanesOf(
  { rung, kilobits, sides, sound }: Wanted,
  input: Input,
  output: Output,
  span: Span,
): Promise<Lane[]> {
  const [track, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  const lanes: Lane[] = []
  if (sides) {
    if (!track || !(await track.canDecode())) throw new NotMade('no-decoder')
    // A canvas has the colours of screens: HDR is mapped to them.
    const transform = { ...sides, fit: 'fill', force: true } as const
    const bitrate = kilobits * 1000
    const keyFrameInterval = segmentSeconds(rung)
    const source = new VideoSampleSource({ codec: 'avc', bitrate, keyFrameInterval, transform })
    output.addVideoTrack(source)
    lanes.push({ samples: pictures(track, span), source } as Lane)
  }
  if (sound) {
    if (!audio || !(await audio.canDecode())) throw new NotMade('no-decoder')
    const transform = { numberOfChannels: 2, sampleRate: 48_000 }
    const source = new AudioSampleSource({ codec: 'aac', bitrate: SOUND_BITS, transform })
    output.addAudioTrack(source)
    lanes.push({ samples: sounds(audio, span), source } as Lane)
  }
  return lanes
}

/** Encodes the samples of all lanes in the order of their time, until `goesOn` answers false. */
export async function encode(lanes: readonly Lane[], goesOn: (second: number) => boolean): Promise<void> {
  const heads = await Promise.all(lanes.map(async (lane) => ({ ...lane, next: await lane.samples.next() })))
  try {
    for (;;) {
      const open = heads.flatMap((head) => (head.next.done ? [] : [{ head, sample: head.next.value }]))
      const [first] = open.sort((one, other) => one.sample.timestamp - other.sample.timestamp)
      if (!first || !goesOn(first.sample.timestamp)) return
      const { head, sample } = first
      await head.source.add(sample)
      sample.close()
      head.next = await head.samples.next()
      if (head.next.done) head.source.close()
    }
  } finally {
    for (const { next, samples } of heads) {
      if (!next.done) next.value.close()
      await samples.return(undefined)
    }
  }
}
