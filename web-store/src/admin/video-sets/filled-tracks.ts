import {
  AudioSample,
  AudioSampleSink,
  type InputAudioTrack,
  type InputVideoTrack,
  type VideoSample,
  VideoSampleSink,
} from 'mediabunny'

/** A part of the source in its seconds; what is made of it begins at 0. */
export type Span = { from: number; until: number }

/** The longest that one picture or piece of silence lasts, in seconds: a segment must have some of each. */
const PIECE = 1
/** Shorter holes are rounding. */
const LEAST_HOLE = 0.1

/** Yields the pictures of a span without a hole: the first is held from the beginning, the last until the end. */
export async function* pictures(track: InputVideoTrack, { from, until }: Span): AsyncGenerator<VideoSample> {
  let held: VideoSample | undefined
  // The first second of the span is empty, too.
  let shown = -PIECE
  function* hold(sample: VideoSample, end: number) {
    for (; shown + PIECE < end - LEAST_HOLE; ) {
      shown += PIECE
      const copy = sample.clone()
      copy.setTimestamp(shown)
      copy.setDuration(Math.min(PIECE, end - shown))
      yield copy
    }
  }
  try {
    for await (const sample of new VideoSampleSink(track).samples(from, until)) {
      const begins = Math.max(0, sample.timestamp - from)
      yield* hold(held ?? sample, begins)
      held?.close()
      held = sample.clone()
      shown = begins
      sample.setTimestamp(begins)
      yield sample
    }
    if (held) yield* hold(held, until - from)
  } finally {
    held?.close()
  }
}

/** Yields the sound of a span without a hole, filled with silence. */
export async function* sounds(track: InputAudioTrack, { from, until }: Span): AsyncGenerator<AudioSample> {
  let filled = 0
  let like = { numberOfChannels: await track.getNumberOfChannels(), sampleRate: await track.getSampleRate() }
  function* silence(end: number) {
    while (end - filled > LEAST_HOLE) {
      const seconds = Math.min(PIECE, end - filled)
      const data = new Float32Array(Math.round(seconds * like.sampleRate) * like.numberOfChannels)
      yield new AudioSample({ data, format: 'f32', timestamp: filled, ...like })
      filled += seconds
    }
  }
  for await (const whole of new AudioSampleSink(track).samples(from, until)) {
    const { numberOfFrames, sampleRate, numberOfChannels } = whole
    like = { sampleRate, numberOfChannels }
    const skipped = Math.max(0, Math.round((from - whole.timestamp) * sampleRate))
    if (skipped >= numberOfFrames) {
      whole.close()
      continue
    }
    const sample = skipped > 0 ? whole.trim(skipped, numberOfFrames) : whole
    if (sample !== whole) whole.close()
    const begins = Math.max(0, sample.timestamp - from)
    yield* silence(begins)
    sample.setTimestamp(begins)
    filled = begins + sample.duration
    yield sample
  }
  yield* silence(until - from)
}
