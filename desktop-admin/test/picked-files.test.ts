import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pickedFiles } from '../src/main/picked-files.ts'

const folderOf = () => mkdtempSync(join(tmpdir(), 'picked-'))

it('a picked folder yields the types of the library from all subfolders, and follows no link', async () => {
  const folder = folderOf()
  mkdirSync(join(folder, 'pack/week 1'), { recursive: true })
  for (const name of ['pack/b.mp4', 'pack/a.PNG', 'pack/notes.exe', 'pack/.hidden.png', 'pack/week 1/c.webm']) {
    writeFileSync(join(folder, name), name)
  }
  symlinkSync(join(folder, 'pack'), join(folder, 'pack/loop'))
  const files = await pickedFiles(join(folder, 'known.json')).add([join(folder, 'pack')], 'media')
  expect(files.map((file) => `${file.folder}${file.name}`)).toEqual(['pack/a.PNG', 'pack/b.mp4', 'pack/week 1/c.webm'])
  const all = await pickedFiles(join(folder, 'known.json')).add([join(folder, 'pack')], 'any')
  expect(all.map(({ name }) => name)).toEqual(['a.PNG', 'b.mp4', 'notes.exe', 'c.webm'])
  expect(Object.keys(files[0] ?? {}).sort()).toEqual(['folder', 'id', 'modified_at', 'name', 'size'])
})

/** Root can read every folder, so this runs as another user. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  return work().finally(() => isRoot && process.seteuid?.(0))
}

it.skipIf(process.platform === 'win32')(
  'a pick passes over a folder that may not be read, and takes the others',
  async () => {
    const folder = folderOf()
    for (const name of ['pack/locked', 'pack/open']) mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, 'pack/open/a.mp4'), 'a')
    chmodSync(folder, 0o777)
    chmodSync(join(folder, 'pack/locked'), 0)
    const files = await asNobody(() => pickedFiles(join(folder, 'known.json')).add([join(folder, 'pack')], 'media'))
    expect(files.map(({ name }) => name)).toEqual(['a.mp4'])
  },
)

it('a picked folder is inspected up to a limit, however few files match', async () => {
  const folder = folderOf()
  for (const name of ['pack/a', 'pack/b']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['a/1.exe', 'a/2.exe', 'a/3.exe', 'b/reel.mp4']) writeFileSync(join(folder, 'pack', name), name)
  const found = (most?: number) => pickedFiles(join(folder, 'known.json'), most).add([join(folder, 'pack')], 'media')
  expect(await found(4)).toEqual([])
  expect(await found()).toHaveLength(1)
})

it('a single file is accepted, and the server checks it', async () => {
  const folder = folderOf()
  writeFileSync(join(folder, 'notes.txt'), 'x')
  expect(await pickedFiles(join(folder, 'known.json')).add([join(folder, 'notes.txt')], 'image')).toHaveLength(1)
})

it('the list of files survives a restart, without forgotten and deleted ones', async () => {
  const folder = folderOf()
  const known = join(folder, 'known.json')
  const paths = ['a.mp4', 'b.mp4', 'c.mp4'].map((name) => join(folder, name))
  for (const path of paths) writeFileSync(path, path)
  const [a, b, c] = await pickedFiles(known).add(paths, 'video')

  const later = pickedFiles(known)
  expect(await later.find(a?.id ?? '')).toEqual(a)
  later.forget([b?.id ?? ''])
  rmSync(paths[2] ?? '')
  const latest = pickedFiles(known)
  expect(await latest.find(a?.id ?? '')).toEqual(a)
  expect(await latest.find(b?.id ?? '')).toBeNull()
  expect(await latest.find(c?.id ?? '')).toBeNull()
  writeFileSync(known, '{"damaged')
  expect(await pickedFiles(known).find(a?.id ?? '')).toBeNull()
})
