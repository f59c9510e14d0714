import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the tests write into the folder for temporary files is gone after the run, be it one of Vitest or of Playwright. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'skillhaat-tests-'))
  // A database of another user may stand below it, when all tests run.
  chmodSync(folder, 0o711)
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true })
  }
}
