import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import { expect, test } from 'vitest'
import { unpackWoff } from './woff.ts'

const require = createRequire(import.meta.url)

test.each(['latin', 'latin-ext', 'devanagari'])('an unpacked font writes like the packed one: %s', (part) => {
  const file = `@fontsource/noto-sans/files/noto-sans-${part}-400-normal.woff`
  const woff = readFileSync(require.resolve(file))
  const [packed, plain] = [fontkit.create(woff), fontkit.create(unpackWoff(woff))] as [fontkit.Font, fontkit.Font]
  const text = part === 'devanagari' ? 'क्षत्रिय श्री प्रार्थना ₹' : part === 'latin' ? 'Tax Invoice 1,234.50 VA' : '₹ ā ş'
  const shape = (font: fontkit.Font) => {
    const { glyphs, positions } = font.layout(text)
    return glyphs.map(({ path }, index) => [path.toSVG(), positions[index]])
  }
  expect(shape(plain)).toEqual(shape(packed))
  expect(shape(plain).length).toBeGreaterThan(4)
})

test('a foreign or truncated file is refused', () => {
  const file = require.resolve('@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff')
  expect(() => unpackWoff(Buffer.from('not a font at all, but long enough to be looked at'))).toThrow('Not a WOFF file')
  expect(() => unpackWoff(Buffer.alloc(3))).toThrow('Not a WOFF file')
  expect(() => unpackWoff(readFileSync(file).subarray(0, 4000))).toThrow()
})
