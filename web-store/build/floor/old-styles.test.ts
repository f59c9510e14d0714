import { expect, it } from 'vitest'
import { globalStyles } from '../styles/style-sheet.ts'
import { storeSheet } from '../styles/styles-plugin.ts'
import { oldStyles, written } from './old-styles.ts'

const classesIn = (css: string) => new Set(Array.from(css.matchAll(/\.(s\d[\w-]+)/g), ([, name]) => name))

it('styles for old browsers have every class of the store, and nothing that Chrome 79 does not parse', () => {
  const all = globalStyles() + storeSheet()
  const old = oldStyles(all)
  expect(classesIn(old)).toEqual(classesIn(all))
  expect(all).toMatch(/@layer/)
  expect(old).not.toMatch(
    /@layer|:where\(|:is\(|[\d.][dsl]v[hw]|(?<!scroll-)\b(margin|padding|inset)-(inline|block)|:lang\(ar|\binset:/,
  )
})

it('styles of layers follow each other in the order of the layers', () => {
  expect(
    oldStyles('@layer a, b;@layer a{p{color:red}}@layer b{p{color:#00f}}.c{margin-inline:max(1px, var(--x)) 0}'),
  ).toBe('p{color:#00f}.c{margin-left:max(1px, var(--x));margin-right:0}')
})

it('selectors are written out, tags first', () => {
  expect(written(':where(input[type=checkbox], a):is(:checked, .b) c')).toEqual([
    'input[type=checkbox]:checked c',
    'input[type=checkbox].b c',
    'a:checked c',
    'a.b c',
  ])
  expect(written('.a:hover:not(:disabled, [data-b])')).toEqual(['.a:hover:not(:disabled):not([data-b])'])
  expect(written('.a:is(p)')).toEqual(['p.a'])
})
