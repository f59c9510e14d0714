import { execFile } from 'node:child_process'

/** The user and group a program runs as; empty for our own. */
export interface RunAs {
  uid?: number
  gid?: number
}

const onWindows = process.platform === 'win32'

/**
 * What PostgreSQL's programs are started with: none of our own environment, which holds secrets, and the root folder,
 * since the current one may be closed to the user they run as. Windows adds what it needs by itself.
 */
export const surroundings = {
  cwd: onWindows ? undefined : '/',
  env: { ...(onWindows ? {} : { PATH: '/usr/local/bin:/usr/bin:/bin' }), LC_ALL: 'C', TZ: 'UTC' },
  windowsHide: true,
}

/** Runs a program to its end and answers what it printed. Throws with what it complained about when it fails. */
export function runProgram(file: string, args: string[], runAs: RunAs = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(file, args, { ...surroundings, ...runAs }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${file}: ${stderr.trim() || stdout.trim() || error.message}`, { cause: error }))
      else resolve(stdout)
    })
  })
}
