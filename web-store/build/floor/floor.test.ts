import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { nodesOf, treeOf } from '../find-texts.ts'
import { checkFirstScripts, markFits, newerFeatures } from './check-built.ts'
import { BUILD_TARGET, POLYFILLS, TYPE_LIBRARIES } from './floor.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const uses = (code: string, file = 'assets/page.js') => newerFeatures(code, file).map(({ feature }) => feature)

describe('among the supported browsers,', () => {
  it('the floor is the build target, and the library that TypeScript knows', () => {
    expect(BUILD_TARGET).toEqual(['chrome109', 'safari16', 'ios16', 'firefox115'])
    const { compilerOptions } = JSON.parse(readFileSync(here('../../tsconfig.json'), 'utf8'))
    expect(compilerOptions.lib).toEqual(TYPE_LIBRARIES)
  })

  it('the floor has a mark that each of its browsers knows, and no Chrome that only reads', () => {
    expect(markFits()).toBe(true)
  })

  it('the floor has a polyfill for each of its names: a module of core-js', () => {
    const { resolve } = createRequire(import.meta.url)
    for (const name of POLYFILLS.flatMap(({ modules }) => modules))
      expect(existsSync(resolve(`core-js/modules/${name}.js`)), name).toBe(true)
  })
})

describe('for the built files,', () => {
  it('the check refuses a built-in that the floor lacks and nobody polyfills', () => {
    expect(uses('Promise.try(f)')).toEqual(['Promise.try'])
    expect(uses('new Intl.DurationFormat("en")')).toEqual(['Intl.DurationFormat'])
    expect(uses('a.symmetricDifference(b)')).toEqual(['.symmetricDifference'])
    expect(uses('RegExp.escape(text)')).toEqual(['RegExp.escape'])
  })

  it('the check accepts what has a polyfill, in a page and in no worker', () => {
    const code = 'URL.canParse(a); list.toSorted(); list.toReversed(); text.toWellFormed(); Map.groupBy(a, b)'
    expect(uses(code)).toEqual([])
    for (const file of ['service-worker.js', 'assets/hash-worker-a.js'])
      expect(uses(code, file)).toEqual(['URL.canParse', '.toSorted', '.toReversed', '.toWellFormed', 'Map.groupBy'])
  })

  it('the check refuses a regular expression that ends the whole script in Safari 15', () => {
    expect(uses('a.split(/(?<=@)/)')).toEqual(['lookbehind_assertion'])
    expect(uses('a.split(/(?<name>@)(?:b)/)')).toEqual([])
    expect(uses('a.match(/[a--b]/v)')).toEqual(['unicode_sets'])
  })

  it('the check accepts what every browser of the floor has', () => {
    expect(uses('structuredClone(a); Object.hasOwn(a, b); list.at(-1); list.findLast(f); crypto.subtle')).toEqual([])
  })

  it('the check refuses syntax in a script of a page that an old browser cannot parse', () => {
    const page = (script: string) => `<script>${script}</script><script id="start">let b = () => 1</script>`
    expect(() => checkFirstScripts(page('let a = () => `b`'))).not.toThrow()
    for (const script of ['a?.b', 'a ?? b', 'try { a } catch {}', 'async () => {}', 'import("a")', 'let b = {...a}'])
      expect(() => checkFirstScripts(page(script)), script).toThrow(SyntaxError)
  })
})

const ROOT = here('../../../')
const SOURCES = ['web-store/src', 'desktop-admin/src', 'server/src', 'tools'].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }).filter((file) => !file.includes('.test.')),
)

describe('without scripts,', () => {
  it('every form with a field is posted where no script runs, so that none gets into an address', () => {
    const forms: string[] = []
    const open: string[] = []
    for (const file of SOURCES) {
      const code = readFileSync(ROOT + file, 'utf8')
      if (!/<\w*\.?form\b|chakra\('form'/i.test(code)) continue
      for (const tag of formsIn(code, file))
        (/\bmethod="post"|\bid="without-script"/.test(tag) ? forms : open).push(`${file}: ${tag}`)
    }
    expect(open).toEqual([])
    expect(forms.length).toBeGreaterThan(40)
  })
})

/** Lists the opening tags of all forms: elements of JSX, of recipes over `form`, and in markup of the server. */
function formsIn(code: string, file: string): string[] {
  if (file.endsWith('.ts')) return code.match(/<form\b[^>]*>/g) ?? []
  const nodes = [...nodesOf(treeOf(code, file))]
  const text = ({ start, end }: { start: number; end: number }) => code.slice(start, end)
  return nodes
    .filter(({ type }) => type === 'JSXOpeningElement')
    .map(text)
    .filter((tag) => /^<(?:form|chakra\.form|ActionForm)\b/.test(tag))
}
