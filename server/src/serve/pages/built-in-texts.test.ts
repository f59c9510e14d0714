import { translations } from 'contract/languages'
import { demoShop } from 'contract/shop/demo'
import { expect, test } from 'vitest'
import { inOwnWords } from './built-in-texts.ts'

test('the texts that a shop began with are translated, and the owner’s own are not', () => {
  const { home, brand } = demoShop
  for (const language of translations) {
    const shown = inOwnWords(demoShop, language)
    const words = [shown.home?.headline, shown.home?.text, shown.home?.steps_heading, shown.brand?.description]
    const lists = [
      ...(shown.home?.trust ?? []),
      ...(shown.home?.steps ?? []).flatMap(({ title, text }) => [title, text]),
    ]
    for (const text of [...words, ...lists]) expect(text).toMatch(/\p{Script=Devanagari}/u)
    expect(shown.home?.headline).toMatch(/\*.+\*/)
    expect(shown.home?.steps).toHaveLength(home.steps.length)
    const own = { home: { headline: 'Sew your *first kurta*', steps: [{ title: 'Measure', text: '' }] } }
    expect(inOwnWords(own, language)).toEqual(own)
  }
  expect(inOwnWords(demoShop, 'en')).toBe(demoShop)
  expect(inOwnWords({}, 'hi')).toEqual({})
  expect(brand.description).not.toBe('')
})
