import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFiles } from './files.ts'
import { storageError } from './storage-error.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'skillhaat-files-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const key = { mediaId: 'a'.repeat(32), name: 'clip.mp4' }

it('a file is moved to its place, and removed with its folder', async () => {
  const files = createFiles({ dataDir })
  const path = files.tempPath()
  await writeFile(path, 'bytes')
  await files.keep(path, key)
  expect(await readdir(files.tempDir)).toEqual([])
  expect(await readFile(join(dataDir, 'media', key.mediaId, key.name), 'utf8')).toBe('bytes')
  await files.remove(key)
  await files.remove(key)
  expect(await readdir(join(dataDir, 'media'))).toEqual([])
})

it('a failed write of a file leaves nothing behind', async () => {
  const files = createFiles({ dataDir })
  await expect(files.keep(files.tempPath(), key)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await readdir(join(dataDir, 'media'))).toEqual([])
})

it('a write answers 507 when the disk is full, and only then', async () => {
  const full = await writeFile('/dev/full', 'x').catch((error) => error)
  expect(storageError(full)).toMatchObject({ code: 'storage_full', status: 507 })
  const other = new Error('other')
  expect(storageError(other)).toBe(other)
})

describe('U7: a killed process’s uploads', () => {
  it('sweeps a killed process’s uploads and leaves those of living ones', async () => {
    const script = `
      import { writeFileSync } from 'node:fs'
      import { createFiles } from ${JSON.stringify(new URL('files.ts', import.meta.url).href)}
      const files = createFiles({ dataDir: ${JSON.stringify(dataDir)} })
      writeFileSync(files.tempPath(), 'half a film')
      process.stdout.write('written')
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    const files = createFiles({ dataDir })
    await writeFile(files.tempPath(), 'still coming in')
    const beside = createFiles({ dataDir })
    await files.sweepTemp()
    expect(await readdir(join(dataDir, 'uploads'))).toHaveLength(3)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await files.sweepTemp()
    expect((await readdir(join(dataDir, 'uploads'))).sort()).toEqual(
      [files.tempDir, beside.tempDir].map((path) => path.split('/').at(-1)).sort(),
    )
    expect(await readdir(files.tempDir)).toHaveLength(1)
  })
})
