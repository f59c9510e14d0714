import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addressesOf } from './tasks.mjs'

const folder = mkdtempSync(join(tmpdir(), 'skillhaat dev '))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('in development, API and store use the addresses of the environment, else those of .env', () => {
  const file = join(folder, '.env')
  expect(addressesOf({}, file)).toEqual({ api: '3000', store: 'http://localhost:5173' })
  writeFileSync(file, 'PORT=3950\nSTORE_URL=http://shop.localhost:5173 # a name of its own\n')
  expect(addressesOf({}, file)).toEqual({ api: '3950', store: 'http://shop.localhost:5173' })
  expect(addressesOf({ PORT: '3960' }, file)).toEqual({ api: '3960', store: 'http://shop.localhost:5173' })
  writeFileSync(file, 'PORT=\nSTORE_URL=\n')
  expect(addressesOf({}, file)).toEqual({ api: '3000', store: 'http://localhost:5173' })
})
