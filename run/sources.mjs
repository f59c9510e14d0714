import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './children.mjs'
import { written } from './lists.mjs'

/**
 * Lists files that git tracks or would add, and the written lists, relative to the root, in these folders or everywhere; without
 * deleted files.
 */
export function sourceFiles(...folders) {
  const args = ['ls-files', '-co', '--exclude-standard', ...folders]
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  const lists = written.filter((file) => folders.length === 0 || folders.some((folder) => file.startsWith(folder)))
  return [...new Set([...listed.split('\n'), ...lists])].filter((file) => file && existsSync(join(root, file)))
}
