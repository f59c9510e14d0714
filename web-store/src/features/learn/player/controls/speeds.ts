import { FASTEST, SLOWEST } from '../../../../stores/player-choices.ts'

const STEP = 0.25
export const speeds = Array.from({ length: (FASTEST - SLOWEST) / STEP + 1 }, (_, at) => SLOWEST + at * STEP)

/** The next speed of the list, slower or faster, from any speed there is. */
export function nextSpeed(speed: number, by: number): number {
  const further = by > 0 ? speeds.filter((one) => one > speed) : speeds.filter((one) => one < speed).toReversed()
  return further[0] ?? (by > 0 ? FASTEST : SLOWEST)
}
