import { plural } from '../../../../language/text.ts'

/** A time as it is said: `12 minutes 34 seconds`, `1 hour`. */
export function spokenTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const said = [
    hours > 0 && plural(hours, { one: '{count} hour', other: '{count} hours' }),
    minutes > 0 && plural(minutes, { one: '{count} minute', other: '{count} minutes' }),
    (rest > 0 || whole === 0) && plural(rest, { one: '{count} second', other: '{count} seconds' }),
  ]
  return said.filter(Boolean).join(' ')
}
