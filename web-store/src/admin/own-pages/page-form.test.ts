import type { Page } from 'contract/pages/pages'
import { expect, test } from 'vitest'
import { newBlock } from './block-fields.ts'
import { bodyOf, lacksLanguage, mergedPage, pageParts, problemsOf, toForm, wordsIn } from './page-form.ts'
import { startBody, starts } from './starts.ts'

const words = (en: string, hi = '') => ({ en, hi, mr: '' })
const block = (heading: string) => ({ type: 'text', hidden: false, settings: { heading: words(heading) } })

const pageOf = (sections: Page['sections']): Page => ({
  slug: 'diwali',
  title: 'Diwali',
  description: '',
  order: Object.keys(sections),
  sections,
  version: 2,
  published_version: 2,
  changed_at: '2026-11-27T10:00:00.000Z',
})

test('two admins who changed different blocks both keep theirs, whatever the order of the stored fields', () => {
  const base = pageOf({ one: block('First'), two: block('Second') })
  const mine = bodyOf(toForm(pageOf({ one: block('Mine'), two: block('Second') })))
  const theirs = pageOf({ one: block('First'), two: block('Theirs'), three: block('New') })
  const parts = pageParts(mine, theirs, base)
  expect(parts.map(({ id, changedHere }) => [id, changedHere])).toEqual([
    ['order', false],
    ['#one', true],
    ['#two', false],
    ['#three', false],
  ])
  const taken = new Set(parts.filter(({ changedHere }) => !changedHere).map(({ id }) => id))
  const merged = mergedPage(mine, theirs, taken)
  expect(merged.order).toEqual(['one', 'two', 'three'])
  const headings = merged.order.map((id) => merged.sections[id]?.settings.heading)
  expect(headings).toEqual(['Mine', 'Theirs', 'New'].map((heading) => words(heading)))
})

test('a wrong address is named at its field, and a block without a translation is marked', () => {
  const links = newBlock('links', [], { links: [{ label: words('Go'), text: words(''), to: 'javascript:alert(1)' }] })
  const problems = problemsOf({ title: 'Diwali', description: '', blocks: [links] })
  expect([...(problems.get(links.id) ?? [])]).toEqual([
    ['links.0.to', 'Must be a path such as /courses, or an https address'],
  ])
  expect([lacksLanguage(links, 'hi'), lacksLanguage(newBlock('text', []), 'hi')]).toEqual([true, false])
})

test('every kind of new page begins with blocks that can be saved', () => {
  for (const start of Object.keys(starts) as (keyof typeof starts)[]) {
    const body = startBody(start, 'A page')
    expect(
      problemsOf({
        ...body,
        blocks: body.order.flatMap((id) => (body.sections[id] ? [{ id, ...body.sections[id] }] : [])),
      }),
    ).toEqual(new Map())
  }
})

test('no start of a new page writes a word that visitors would read', () => {
  for (const start of Object.keys(starts) as (keyof typeof starts)[]) {
    const { sections } = startBody(start, 'A page')
    const written = wordsIn(sections).flatMap((words) => Object.values(words).filter(Boolean))
    expect([start, written]).toEqual([start, []])
  }
})
