import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './children.mjs'

/** Files below the root that git knows or would take, in these folders or everywhere. What was deleted and is not committed yet is left out. */
export function sourceFiles(...folders) {
  const args = ['ls-files', '-co', '--exclude-standard', ...folders]
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  return listed.split('\n').filter((file) => file && existsSync(join(root, file)))
}
