import { expect, it } from 'vitest'
import { holds, piecesOf } from './Transcript.tsx'

it('searched words match in any case, and literally', () => {
  expect(piecesOf('Pick a Font. FONTS', 'font')).toEqual(['Pick a ', 'Font', '. ', 'FONT', 'S'])
  expect(piecesOf('What (if) it', '(if)')).toEqual(['What ', '(if)', ' it'])
  expect(piecesOf('ताल पर काटें', 'काटें')).toEqual(['ताल पर ', 'काटें', ''])
  expect(piecesOf('all of it', '')).toEqual(['all of it'])
  expect([holds('a dot.', '.'), holds('no dot', '.'), holds('two  words', 'two words')]).toEqual([true, false, true])
})
