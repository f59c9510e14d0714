import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const args = process.argv.slice(2)

/** Returns a switch's value, empty if it has none; undefined without the switch. */
export function switchOf(name: string): string | undefined {
  const found = args.find((one) => one === `--${name}` || one.startsWith(`--${name}=`))
  return found?.slice(`--${name}=`.length)
}
export const hasSwitch = (name: string) => switchOf(name) !== undefined

/** The folder of the app, whose `package.json` names the main process. */
export const appFolder = resolve(args.find((one) => !one.startsWith('-')) ?? '.')
export const userData = switchOf('user-data-dir') ?? mkdtempSync(join(tmpdir(), 'desktop-data-'))

/** An event that its listeners may prevent. */
export function preventable<Facts extends object>(facts = {} as Facts) {
  const event = {
    ...facts,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    },
  }
  return event
}
