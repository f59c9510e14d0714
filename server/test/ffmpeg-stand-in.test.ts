import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../src/config.ts'
import { buildFfmpeg } from './ffmpeg-stand-in.ts'

test.each(['skill haat', 'स्किल हाट', "it's a shop"])(
  'the stand-in runs with a Node in a folder called %s',
  async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'skillhaat-node-'))
    await mkdir(join(folder, name))
    const node = join(folder, name, 'node')
    await symlink(process.execPath, node)
    const ffmpeg = await buildFfmpeg(node)
    onTestFinished(async () => {
      await ffmpeg.remove()
      await rm(folder, { recursive: true })
    })
    await promisify(execFile)(ffmpeg.program, ['-i', 'a film.mp4', join(folder, name, 'poster.jpg')])
    expect(await ffmpeg.calls()).toEqual(['poster'])
    expect(await readFile(join(folder, name, 'poster.jpg'), 'utf8')).toBe('picture of poster')
  },
)

test('no program of a test or tool begins with a path of this machine, which may contain a space', () => {
  const files = globSync(['{server,tools,e2e,run,desktop-admin,web-store}/**/*.{ts,tsx,mjs}', '*.mjs'], {
    cwd: ROOT,
    exclude: (name) => /node_modules|dist/.test(name),
  })
  expect(files.length).toBeGreaterThan(1_500)
  const written = files.filter((file) =>
    /#!\$\{|shell: true|\bexec(Sync)?\(`/.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  expect(written.filter((file) => file !== 'server/test/ffmpeg-stand-in.test.ts')).toEqual([])
})
