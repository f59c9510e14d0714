import { expect, test } from 'vitest'
import { translator } from './translator.ts'

const speaks = translator({
  'Course not found': 'कोर्स नहीं मिला',
  'At most {count} of {what}': '{what} में से ज़्यादा से ज़्यादा {count}',
  '{count} seats (of {all})': '{all} में से {count} सीटें',
})

test('a sentence of the server is found verbatim or by its pattern, and its values take their places in the translation', () => {
  expect(speaks('Course not found')).toBe('कोर्स नहीं मिला')
  expect(speaks('At most 3 of two\nlines')).toBe('two\nlines में से ज़्यादा से ज़्यादा 3')
  expect(speaks('2 seats (of 5)')).toBe('5 में से 2 सीटें')
})

test('a sentence without a translation is unknown, and so is one that only begins like another', () => {
  expect(speaks('Something new')).toBeUndefined()
  expect(speaks('Course not found here')).toBeUndefined()
})
