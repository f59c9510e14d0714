import type { Config } from '../../../config.ts'
import type { Db } from '../../../context.ts'
import { errorMessage } from '../messages.ts'

/** `FAIL` needs a person; `warn` should be looked at some day. */
export type Finding = { level: 'ok' | 'warn' | 'FAIL'; says: string }

/** Looks at one thing; a throw is a `FAIL` with its message. */
export type Check = (at: { config: Config; db: Db }) => Promise<Finding | Finding[]>

export const ok = (shows: string): Finding => ({ level: 'ok', says: shows })
export const warn = (shows: string): Finding => ({ level: 'warn', says: shows })
export const fail = (shows: string): Finding => ({ level: 'FAIL', says: shows })

/** `says` where a shop sells; a demo may lack it. */
export const ofProduction = ({ production }: Config, shows: string): Finding =>
  production ? fail(shows) : ok(`${shows} A demo may lack it.`)

/** Runs a check, prints a line for each finding, and returns true if something needs a person. */
export async function report(name: string, look: () => Promise<Finding | Finding[]>): Promise<boolean> {
  let found: Finding[]
  try {
    found = [await look()].flat()
  } catch (error) {
    found = [fail(errorMessage(error))]
  }
  for (const { level, says } of found) console.log(`${level.padEnd(4)} ${name}: ${says}`)
  return found.some(({ level }) => level === 'FAIL')
}

/** Formats `3 minutes`, `5 hours` or `12 days`. */
export function spanText(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  const [count, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1440), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
