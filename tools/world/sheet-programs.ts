import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { debian } from './row.ts'

export const CALC = debian('libreoffice-calc-nogui', 'LibreOffice Calc')
export const GNUMERIC = debian('gnumeric', 'Gnumeric')

/** A CSV of Calc: separator, character set, and cells as they are shown. */
export const calcCsv = (separator: ',' | ';' | '\t', charset: 'utf-8' | 'utf-16') =>
  `csv:Text - txt - csv (StarCalc):${separator.charCodeAt(0)},34,${{ 'utf-8': 76, 'utf-16': 65_535 }[charset]},1,,0,false,true,true`

/** Opens a file in Calc without a window and saves it in another format, into a folder beside it. Returns the new path. */
export function byCalc(path: string, format: string, filter?: string): string {
  const home = mkdtempSync(join(tmpdir(), 'skillhaat-calc-'))
  const to = `${path}.calc`
  try {
    execFileSync(
      'soffice',
      [
        `-env:UserInstallation=file://${home}`,
        '--headless',
        ...(filter ? [`--infilter=${filter}`] : []),
        '--convert-to',
        format,
        '--outdir',
        to,
        path,
      ],
      { stdio: 'pipe' },
    )
    return join(to, `${basename(path).replace(/\.\w+$/, '')}.${format.split(':')[0]}`)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** The same by Gnumeric, which knows a format by the ending of the new path. */
export function byGnumeric(path: string, to: string, ...options: string[]): string {
  execFileSync('ssconvert', [...options, path, to], { stdio: 'pipe' })
  return to
}
