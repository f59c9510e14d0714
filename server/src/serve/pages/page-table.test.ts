import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { screens } from 'contract/screens'
import { expect, test } from 'vitest'
import { frameAt, isPrivatePath, pageAt, privatePrefixes, publicPaths } from './page-table.ts'

const store = fileURLToPath(new URL('../../../../web-store/src', import.meta.url))
const rows = Object.entries(screens).map(([name, [address, audience, shared = name]]) => ({
  name,
  address,
  audience,
  shared,
}))

test('every screen of the store has a row in the table of screens, and every row its screen', () => {
  const files = globSync(['features/*/*Screen.tsx', 'admin/*Screen.tsx'], { cwd: store })
  const names = files.map((file) => basename(file, 'Screen.tsx').toLowerCase())
  // The not-found page has no address of its own.
  const addressed = names.filter((name) => name !== 'notfound')
  expect(addressed.sort()).toEqual([...new Set(rows.map(({ shared }) => shared.toLowerCase()))].sort())
})

test('a link of the frame leads to every screen of a student', () => {
  const app = globSync('app/*.{ts,tsx}', { cwd: store }).map((file) => readFileSync(join(store, file), 'utf8'))
  const linked = new Set(app.flatMap((text) => Array.from(text.matchAll(/\bpaths\.(\w+)/g), ([, name]) => name)))
  const own = rows.filter(({ audience }) => audience === 'student').map(({ name }) => name)
  expect(own.length).toBeGreaterThan(3)
  expect(
    own.filter((name) => !linked.has(name)),
    'screens without a row in web-store/src/app/student-links.ts or an item in StudentMenu.tsx',
  ).toEqual([])
})

test('the server knows every address of the table, and renders those that are public', () => {
  for (const { address, audience } of rows) {
    const path = address.replace(':courseId', 'reels')
    const known = [isPrivatePath(path), pageAt(path, new URLSearchParams()) !== undefined]
    expect([path, ...known]).toEqual([path, audience !== 'public', audience === 'public'])
  }
  for (const path of ['/nowhere', '/course', '/course/reels/more', '/learn', '/dashboard/nothing', '/course/%E0']) {
    expect([path, isPrivatePath(path), pageAt(path, new URLSearchParams())]).toEqual([path, false, undefined])
  }
})

test('a frame is of a private screen alone, and of none for who is signed in', () => {
  const framed = rows.filter(({ address }) => frameAt(address))
  expect(framed.map(({ audience }) => audience).sort()).toEqual(['buyer', 'guest', 'guest', 'personal', 'personal'])
})

test('search engines know the public pages, and leave the others alone', () => {
  expect(publicPaths).toContain('/about')
  expect(publicPaths.filter((path) => path.includes(':') || isPrivatePath(path))).toEqual([])
  const open = rows.filter(({ address, audience }) => {
    const closed = privatePrefixes.some((prefix) => address.startsWith(prefix))
    return closed === (audience === 'public')
  })
  expect(open).toEqual([])
})
