import { expect, it } from 'vitest'
import { namesEtag } from './names-etag.ts'

it.each([
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"b", W/"a"', '"a"', true],
  ['*', '"a"', true],
  ['"b"', '"a"', false],
  ['', '"a"', false],
])('%s names %s: %s', (header, etag, named) => {
  expect(namesEtag(header, etag)).toBe(named)
})
