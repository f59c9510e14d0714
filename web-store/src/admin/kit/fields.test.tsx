import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import {
  area,
  choice,
  day,
  email,
  type Kind,
  number,
  percent,
  rupees,
  segments,
  several,
  text,
  tick,
} from './fields.tsx'

// biome-ignore lint/suspicious/noExplicitAny: each field has a type of its own
type Any = Kind<any>

const put = () => {}
const drawn = <Typed,>(kind: Kind<Typed>, more: object = {}) =>
  renderToStaticMarkup(kind.draw({ name: 'field', value: kind.begun, put, ...more }))

describe('a field of the kit', () => {
  test.each<[string, Any, unknown, unknown]>([
    ['text', text('Name'), 'Asha', 'Asha'],
    ['a number', number('Coins'), 0, 0],
    ['a sum', rupees('Price'), 499.5, 499.5],
    ['no sum of an optional field', rupees('Limit', { optional: true }), null, null],
    ['a day', day('Until'), '2026-11-29', '2026-11-29'],
    ['a tick', tick('On'), true, true],
    [
      'a choice of numbers',
      choice(
        'Days',
        [
          [7, '7 days'],
          [14, '14 days'],
        ],
        { numbers: true },
      ),
      14,
      14,
    ],
    [
      'one of few',
      segments('Place', [
        ['top', 'Top'],
        ['end', 'End'],
      ]),
      'end',
      'end',
    ],
    [
      'some of several',
      several('Events', [
        ['a', 'A'],
        ['b', 'B'],
      ]),
      ['b'],
      ['b'],
    ],
  ])('sends %s as it was stored, untouched', (_, kind, stored, sent) => {
    expect(kind.sent(kind.typed(stored))).toEqual(sent)
  })

  test('sends nothing, or null, where an optional one is empty, and no number where a required one is', () => {
    expect(text('Note', { optional: 'absent' }).sent(' ')).toBeUndefined()
    expect(text('Note', { optional: true }).sent('')).toBeNull()
    expect(percent('Share').sent('')).toBeNaN()
  })

  test('links its label, its help and its problem to its input', () => {
    const shown = drawn(email('Email', { help: 'We never share it.' }), { error: 'Invalid email address' })
    const [, described = ''] = /aria-describedby="([^"]+)"/.exec(shown) ?? []
    const ids = described.split(' ')
    expect(ids).toHaveLength(2)
    for (const id of ids) expect(shown).toContain(`id="${id}"`)
    expect(shown).toMatch(/<label[^>]*>Email<\/label>/)
    expect(shown).toContain('aria-invalid="true"')
  })

  test('shows that it is required, that it is optional, or neither', () => {
    expect(drawn(text('Folder'))).toContain('aria-required="true"')
    expect(drawn(text('Folder', { optional: true }))).toContain('>optional<')
    expect(drawn(area('Folder', { unmarked: true }))).not.toMatch(/aria-required|>optional</)
  })

  test('says what changes with the rest of the form in place of its own words', () => {
    expect(drawn(number('Uses', { help: 'At most' }), { help: '12 are left' })).toContain('12 are left')
  })
})
