import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import type { ElectronApi } from './electron-api.ts'

/** Marks a start by the system: no window opens, and the app waits beside the clock. */
export const HIDDEN = '--hidden'

/**
 * Starts the app with the system, or no longer. Windows and macOS have a list for that; on Linux it is a file in the
 * desktop's folder for such starts.
 */
export function loginItem({ app }: ElectronApi) {
  if (process.platform !== 'linux') {
    const args = { args: [HIDDEN] }
    return {
      read: () => app.getLoginItemSettings(args).openAtLogin,
      write: (openAtLogin: boolean) => app.setLoginItemSettings({ openAtLogin, ...args }),
    }
  }
  const path = join(app.getPath('appData'), 'autostart/skillhaat-admin.desktop')
  return {
    read: () => existsSync(path),
    write(start: boolean) {
      if (!start) return rmSync(path, { force: true })
      mkdirSync(dirname(path), { recursive: true })
      const program = (process.env.APPIMAGE ?? process.execPath).replace(/["\\`$]/g, '\\$&').replaceAll('%', '%%')
      const lines = ['[Desktop Entry]', 'Type=Application', 'Name=SkillHaat Admin', `Exec="${program}" ${HIDDEN}`]
      writeFileSync(path, `${lines.join('\n')}\n`)
    },
  }
}
