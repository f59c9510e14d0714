import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { storeLastRelease } from './last-release.ts'

let folder: string
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Builds releases in order, each with these files; returns the folder of the last one. */
async function afterReleases(...releases: string[][]): Promise<string[]> {
  folder = await mkdtemp(join(tmpdir(), 'releases-'))
  const place = (index: number) => join(folder, String(index))
  for (const [index, files] of releases.entries()) {
    for (const part of ['assets', '.vite']) await mkdir(join(place(index), part), { recursive: true })
    for (const file of files) await writeFile(join(place(index), 'assets', file), file)
    await storeLastRelease(place(index - 1), place(index))
  }
  return (await readdir(join(place(releases.length - 1), 'assets'))).sort()
}

it('the previous release’s files stay for visitors with its pages open', async () => {
  expect(await afterReleases(['app-1.js', 'font.woff2'], ['app-2.js', 'font.woff2'])).toEqual([
    'app-1.js',
    'app-2.js',
    'font.woff2',
  ])
})

it('the previous release’s files stay for one more release only', async () => {
  expect(await afterReleases(['app-1.js'], ['app-2.js'], ['app-3.js'])).toEqual(['app-2.js', 'app-3.js'])
})

it('a second build of the same sources is no new release', async () => {
  expect(await afterReleases(['app-1.js'], ['app-2.js'], ['app-2.js'])).toEqual(['app-1.js', 'app-2.js'])
})
