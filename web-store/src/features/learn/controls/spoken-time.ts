import { countText } from '../../../ui/format.ts'

/** A time as it is said: `12 minutes 34 seconds`, `1 hour`. */
export function spokenTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const parts = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ] as const
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => countText(count, unit))
  return said.join(' ') || '0 seconds'
}
