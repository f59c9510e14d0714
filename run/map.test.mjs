import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './children.mjs'

const read = (file) => readFileSync(join(root, file), 'utf8')

test('what the map and the tables below it name is there', () => {
  const named = ['README.md', 'CONTRIBUTING.md', 'run/homes.mjs', 'run/tables.mjs'].flatMap((file) =>
    Array.from(
      read(file).matchAll(/`((?:run|docs|server|web-store|tools|e2e|desktop-admin)\/[\w./-]+)`/g),
      ([, path]) => path,
    ),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

/** The folders that a file of the threat model may be named from. */
const FROM = ['', 'server', 'server/src', 'web-store/src', 'e2e/tests']

test('the files that the threat model names are there', () => {
  const named = Array.from(read('docs/threat-model.md').matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g), ([, path]) => path)
  expect(named.length).toBeGreaterThan(80)
  expect(named.filter((path) => !FROM.some((folder) => existsSync(join(root, folder, path))))).toEqual([])
})
