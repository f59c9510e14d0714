import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { rich } from './rich.tsx'
import { filled, onSentences, plural, t } from './text.ts'

test('a text takes its values in place of their names', () => {
  expect(t('Add to cart')).toBe('Add to cart')
  expect(t('{done} of {all}: {done}', { done: 2, all: '5' })).toBe('2 of 5: 2')
})

test('a name without a value stays visible, and a value is not parsed as text', () => {
  expect(t('Hello {name}', {})).toBe('Hello {name}')
  expect(t('Hello {name}', { name: '{count} $1', count: 3 })).toBe('Hello {count} $1')
})

test('a name in Urdu is isolated, and no other', () => {
  expect(t('{name} (5 stars)', { name: 'آشا' })).toBe('\u2068آشا\u2069 (5 stars)')
  expect(t('{name} has {count}', { name: 'आशा', count: 3 })).toBe('आशा has 3')
})

test('a number chooses the form', () => {
  const lessons = (count: number) => plural(count, { one: '{count} lesson', other: '{count} lessons' })
  expect([lessons(0), lessons(1), lessons(2)]).toEqual(['0 lessons', '1 lesson', '2 lessons'])
  expect(plural(2, { one: 'One for {who}', other: '{count} for {who}' }, { who: 'you' })).toBe('2 for you')
})

test('a text takes elements, around its words or in place of a name', () => {
  const node = rich('Read the <terms>terms</terms> by {day}, <b>please</b>', {
    terms: (words) => <a href="/terms">{words}</a>,
    day: <i>Monday</i>,
  })
  expect(renderToStaticMarkup(node)).toBe(
    'Read the <a href="/terms">terms</a> by <i>Monday</i>, &lt;b&gt;please&lt;/b&gt;',
  )
})

test('a sentence of the server takes its values in its translation, and stays in English without one', () => {
  onSentences({ 'You own {course}': '{course} आपके पास है' })
  expect(filled('You own {course}', { course: 'Reels' })).toBe('Reels आपके पास है')
  expect(filled('At most {count} seats', { count: 3 })).toBe('At most 3 seats')
  expect(filled('constructor')).toBe('constructor')
})
