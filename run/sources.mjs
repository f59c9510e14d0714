import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './children.mjs'

/**
 * Lists files that git tracks or would add, relative to the root, in these folders or everywhere; without deleted
 * files.
 */
export function sourceFiles(...folders) {
  const args = ['ls-files', '-co', '--exclude-standard', ...folders]
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  return listed.split('\n').filter((file) => file && existsSync(join(root, file)))
}
