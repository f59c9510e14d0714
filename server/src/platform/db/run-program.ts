import { execFile } from 'node:child_process'

/** User and group of a program; empty for our own. */
export interface RunAs {
  uid?: number
  gid?: number
}

const onWindows = process.platform === 'win32'

/**
 * Environment of PostgreSQL's programs: none of ours, which holds secrets, and the root folder, since their user may
 * lack access to the current one. Windows adds its own variables.
 */
export const surroundings = {
  cwd: onWindows ? undefined : '/',
  env: { ...(onWindows ? {} : { PATH: '/usr/local/bin:/usr/bin:/bin' }), LC_ALL: 'C', TZ: 'UTC' },
  windowsHide: true,
}

/** Runs a program and returns its output. Throws with its error output when it fails. */
export function runProgram(file: string, args: string[], runAs: RunAs = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(file, args, { ...surroundings, ...runAs }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${file}: ${stderr.trim() || stdout.trim() || error.message}`, { cause: error }))
      else resolve(stdout)
    })
  })
}
