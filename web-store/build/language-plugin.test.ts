import { expect, test } from 'vitest'
import { findTexts } from './find-texts.ts'
import { hasTexts, languagePlugin, type Marked, markOf, speak } from './language-plugin.ts'

const IMPORTS = `import { t, plural as many, said } from '../language/text.ts'\nimport { rich } from '../language/rich.tsx'\n`

/** Builds a file of the store; returns it with its marks. */
function marked(code: string) {
  const texts: Marked = new Map()
  const plugin = languagePlugin(texts)
  const transform = plugin.transform as (code: string, id: string) => { code: string } | undefined
  return { texts, code: transform(IMPORTS + code, '/shop/web-store/src/shared/Part.tsx')?.code.slice(IMPORTS.length) }
}

const HINDI = {
  language: 'hi',
  texts: { Cart: 'कार्ट', '{count} lesson': '{count} पाठ' },
  sentences: { 'first-sentences': {}, sentences: {} },
}

test('the texts of a file are the plain strings of t, plural and rich, also under other names', () => {
  const { texts, unreadable } = findTexts(
    `${IMPORTS}t('Cart'); t(\`{done} of {all}\`, { done, all }); many(2, { one: 'one', other: 'more' }); rich('<b>Hi</b>', {}); said('no'); other.t('no')`,
  )
  expect(texts.map(({ text }) => text)).toEqual(['Cart', '{done} of {all}', 'one', 'more', '<b>Hi</b>'])
  expect(unreadable).toEqual([])
})

test('a concatenated text is reported', () => {
  const { unreadable } = findTexts(
    `${IMPORTS}t('You have ' + name); t(name ? 'a' : 'b'); many(1, { one: \`\${x}\`, other: 'x' }); rich(text, {})`,
  )
  expect(unreadable.map(({ source }) => source)).toEqual([
    `t('You have ' + name)`,
    `t(name ? 'a' : 'b')`,
    `many(1, { one: \`\${x}\`, other: 'x' })`,
    'rich(text, {})',
  ])
})

test('a call with only a text becomes that text, and one with values stays a call', () => {
  const { code, texts } = marked(`x(t('Cart'), t('{a} of', { a }), many(2, { one: '{count} lesson', other: 'o' }))`)
  const [cart, of, lesson, other] = ['Cart', '{a} of', '{count} lesson', 'o'].map(markOf)
  expect(code).toBe(`x("${cart}", t("${of}", { a }), many(2, { one: "${lesson}", other: "${other}" }))`)
  const shown = (language: typeof HINDI) => speak(code ?? '', texts, language)
  expect(shown({ ...HINDI, language: 'en', texts: {} as typeof HINDI.texts })).toBe(
    `x("Cart", t("{a} of", { a }), many(2, { one: "{count} lesson", other: "o" }))`,
  )
  expect(shown(HINDI)).toBe(`x("कार्ट", t("{a} of", { a }), many(2, { one: "{count} पाठ", other: "o" }))`)
})

test('a translation escapes no quotes, whichever the minifier chose', () => {
  const hostile = ['"\'`$', '{x}\\\n'].join('')
  const { texts } = marked(`t('Cart')`)
  const mark = markOf('Cart')
  for (const quote of ['"', "'", '`']) {
    const spoken = speak(`return ${quote}<${mark}>${quote}`, texts, {
      ...HINDI,
      texts: { ...HINDI.texts, Cart: hostile },
    })
    expect(new Function(spoken)()).toBe(`<${hostile}>`)
  }
})

test('a file marks the place of its language and sentences, and an unknown mark fails the build', () => {
  const code = `const a=JSON.parse('"@language@"'),b=f("@sentences@"),c=f('@first-sentences@')`
  expect(hasTexts(code)).toBe(true)
  expect(hasTexts('const a=1')).toBe(false)
  expect(
    speak(code, new Map(), { ...HINDI, sentences: { 'first-sentences': {}, sentences: { 'No {x}': '{x} नहीं' } } }),
  ).toBe(`const a=JSON.parse('"hi"'),b=f({"No {x}":"{x} नहीं"}),c=f({})`)
  expect(() => speak(`"${markOf('never')}"`, new Map(), HINDI)).toThrow('No text has the mark')
})
