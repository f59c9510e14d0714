import { AudioSampleSink, BlobSource, Input, MP4 } from 'mediabunny'
import { LOUDNESS_RATE, loudnessMeter } from './loudness.ts'

/**
 * The loudness in LUFS of a quality that is the sound alone; undefined of silence. It is read back from what was made, for of a quality that
 * was gone on with nobody has heard the whole. `channels`: of the source, as one that was doubled does not count twice.
 */
export async function measureSound(made: Blob, channels: number, stopped: () => boolean): Promise<number | undefined> {
  using input = new Input({ source: new BlobSource(made), formats: [MP4] })
  const track = await input.getPrimaryAudioTrack()
  if (!track) return undefined
  const meter = loudnessMeter(Math.min(channels, 2))
  for await (const sample of new AudioSampleSink(track).samples()) {
    using heard = sample
    if (stopped() || heard.sampleRate !== LOUDNESS_RATE) return undefined
    const planes = Array.from({ length: heard.numberOfChannels }, (_, planeIndex) => {
      const plane = new Float32Array(heard.numberOfFrames)
      heard.copyTo(plane, { planeIndex, format: 'f32-planar' })
      return plane
    })
    meter.add(planes)
  }
  return meter.integrated()
}
