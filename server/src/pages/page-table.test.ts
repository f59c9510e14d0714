import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isPrivatePath, pageAt } from './page-table.ts'

const routes = readFileSync(new URL('../../../web-store/src/app/routes.tsx', import.meta.url), 'utf8')

test('the server knows every address that the store has a screen for', () => {
  const addresses = Array.from(routes.matchAll(/\bpath: '(\/[^']*)'/g), ([, path = '']) => path.replace(/:\w+/g, 'x'))
  expect(addresses.length).toBeGreaterThan(20)
  const known = (path: string) => isPrivatePath(path) || pageAt(path, new URLSearchParams()) !== undefined
  expect(addresses.filter((path) => !known(path))).toEqual([])
})
