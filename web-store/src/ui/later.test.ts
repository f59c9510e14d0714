import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const sources = join(import.meta.dirname, '..')

it('is the only way to a part in a file of its own: a bare lazy() takes the page down when its file does not come', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  const bare = files.filter((name) => /\blazy\(/.test(readFileSync(join(sources, name), 'utf8')))
  expect(bare.sort()).toEqual(['ui/later.test.ts', 'ui/later.tsx'])
})
