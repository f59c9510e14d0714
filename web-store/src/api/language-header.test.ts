import { LANGUAGE_HEADER } from 'contract/languages'
import { expect, test } from 'vitest'
import { languageHeader } from './link.ts'

test('a store in another language sends its language, and the English one sends none', () => {
  expect(new Headers(languageHeader('hi')).get(LANGUAGE_HEADER)).toBe('hi')
  expect(new Headers(languageHeader('mr')).get(LANGUAGE_HEADER)).toBe('mr')
  expect(languageHeader('en')).toEqual({})
})
