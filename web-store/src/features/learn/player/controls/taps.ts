import { LONG_STEP } from './keys.ts'

const QUICK_MS = 300

export type Tapped = { do: 'show' | 'play' } | { do: 'seek'; by: number }

/**
 * What a tap of a finger does: the first shows or hides the controls; each that follows quickly on the same third of the picture goes
 * back, plays or pauses, or goes forward. `across` is the place, 0 at the left, 1 at the right.
 */
export function createTaps() {
  let last: { at: number; third: number } | undefined
  return (at: number, across: number): Tapped => {
    const third = Math.min(Math.floor(across * 3), 2)
    const again = last !== undefined && at - last.at <= QUICK_MS && last.third === third
    last = { at, third }
    if (!again) return { do: 'show' }
    return third === 1 ? { do: 'play' } : { do: 'seek', by: third === 0 ? -LONG_STEP : LONG_STEP }
  }
}
