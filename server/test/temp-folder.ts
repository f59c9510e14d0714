import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Deletes temporary files of the tests after a run of Vitest or Playwright. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'skillhaat-tests-'))
  // A full run may have a database of another user below it.
  chmodSync(folder, 0o711)
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true })
  }
}
