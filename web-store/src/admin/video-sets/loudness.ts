// Integrated loudness as ITU-R BS.1770-4 and EBU R 128 have it, of sound with 48,000 samples a second, channels of equal weight.
import { LEAST_LOUDNESS, MOST_LOUDNESS } from 'contract/limits'

export const LOUDNESS_RATE = 48_000

/** A block is 400 ms; every 100 ms another one begins. */
const STEP = LOUDNESS_RATE / 10
const STEPS = 4
/** LU below the loudness of all that is heard: what is quieter is a pause. */
const PAUSE = 10
/** Nobody hears it, and numbers that fade forever cost processors much. */
const NOTHING = 1e-15

type Filter = { b: readonly [number, number, number]; a: readonly [number, number] }

/** The K weighting: first the head before the ears, then the ears themselves. */
const HEAD: Filter = {
  b: [1.53512485958697, -2.69169618940638, 1.19839281085285],
  a: [-1.69065929318241, 0.73248077421585],
}
const EARS: Filter = { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] }

/** Filters samples that follow one another. */
function filterOf({ b: [b0, b1, b2], a: [a1, a2] }: Filter) {
  let [one, two] = [0, 0]
  return (sample: number): number => {
    const filtered = b0 * sample + one
    one = b1 * sample - a1 * filtered + two
    two = b2 * sample - a2 * filtered
    if (one < NOTHING && one > -NOTHING) one = 0
    if (two < NOTHING && two > -NOTHING) two = 0
    return filtered
  }
}

/** Sums up the power of one channel's samples as they are heard. */
function channelOf() {
  const [head, ears] = [filterOf(HEAD), filterOf(EARS)]
  return (samples: Float32Array): number => {
    let sum = 0
    for (const sample of samples) {
      const received = ears(head(sample))
      sum += received * received
    }
    return sum
  }
}

const loudnessOf = (power: number) => 10 * Math.log10(power) - 0.691
const meanOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

/** Measures arriving sound of so many channels. It stores ten numbers for each second. */
export function loudnessMeter(channels: number) {
  const powerOf = Array.from({ length: channels }, channelOf)
  /** The mean power of each 100 ms, all channels together. */
  const steps: number[] = []
  let [sum, count] = [0, 0]
  return {
    /** The next samples, one array for each channel, all of one length. */
    add(samples: readonly Float32Array[]): void {
      const length = samples[0]?.length ?? 0
      for (let from = 0; from < length; ) {
        const to = Math.min(from + STEP - count, length)
        for (const [channel, power] of powerOf.entries()) {
          const piece = samples[channel]?.subarray(from, to)
          if (piece) sum += power(piece)
        }
        count += to - from
        from = to
        if (count < STEP) continue
        steps.push(sum / STEP)
        sum = 0
        count = 0
      }
    },
    /** In LUFS; undefined of silence, and of less than one block. */
    integrated(): number | undefined {
      const blocks = steps.slice(STEPS - 1).map((_, at) => meanOf(steps.slice(at, at + STEPS)))
      const received = blocks.filter((power) => loudnessOf(power) > LEAST_LOUDNESS)
      if (received.length === 0) return undefined
      const least = loudnessOf(meanOf(received)) - PAUSE
      return Math.min(loudnessOf(meanOf(received.filter((power) => loudnessOf(power) > least))), MOST_LOUDNESS)
    },
  }
}
