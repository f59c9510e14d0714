import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { languagePath, languages, translations } from 'contract/languages'
import { demoShop } from 'contract/shop/demo'
import { addressesFor } from '../addresses.ts'
import { expect, test } from '../fixtures.ts'
import { openShop, type Shop } from '../shop.ts'

// `PRINT_CRAWL=1` prints every sentence of the pages.

/** Every text of an owner who does no more than needed to publish a course. */
const owner = {
  shop: 'Mela of Patterns',
  name: 'Sew your first kurta',
  description: 'A kurta in six evenings, from paper to thread.',
  points: ['Patterns in every size, from paper to cloth', 'One lesson for each evening of the week'],
  header_text: 'For everybody with a needle',
  header_below: 'Six evenings, one kurta',
}
const ownWords = Object.values(owner).flat()

const FRAMES = ['/login', '/register', '/forgot-password', '/cart', '/checkout']

test.describe.configure({ mode: 'serial' })
let one: Shop
let course = ''

test.beforeAll(async () => {
  one = await openShop('new_shop', 'off', 'none')
  await one.admin('PUT', '/settings', { brand: { name: owner.shop } })
  const banner = `/media/${'a'.repeat(32)}-1280x720-c21b63/kurta.png`
  const made = await one.admin<{ course: { course_id: string } }>('POST', '/courses/create', {
    name: owner.name,
    description: owner.description,
    long_description: owner.points.join('\n'),
    header_text: owner.header_text,
    header_below: owner.header_below,
    price: 300,
    banner,
  })
  course = made.course.course_id
})
test.afterAll(() => one?.close())

const read = async (path: string) => (await fetch(one.url + path)).text()
const pages = () => [...addressesFor('public'), `/course/${course}`]

/** A sentence, and the pieces of text it is made of. */
type Sentence = { whole: string; parts: string[] }

/** Reads every sentence of a document: what is shown, what is read out, and what search engines and tabs show. */
function sentencesOf(page: Page, html: string): Promise<Sentence[]> {
  return page.evaluate((markup) => {
    const document = new DOMParser().parseFromString(markup, 'text/html')
    const found = new Map<string, Set<string>>()
    const add = (text: string | null | undefined, whole = text) => {
      const [part = '', words = ''] = [text, whole].map((one) => (one ?? '').replace(/\s+/g, ' ').trim())
      if (/\p{L}{2}|\d/u.test(part)) found.set(words, (found.get(words) ?? new Set()).add(part))
    }
    for (const entry of document.querySelectorAll('script[type="application/ld+json"]')) {
      for (const [, word] of (entry.textContent ?? '').matchAll(/"(?:name|description|headline|text)":"([^"]*)"/g))
        add(word)
    }
    for (const meta of document.querySelectorAll('meta[name=description],meta[property^="og:"]')) {
      if (/description|title|site_name|image:alt/.test(meta.outerHTML))
        for (const part of (meta.getAttribute('content') ?? '').split(' · ')) add(part)
    }
    for (const part of document.title.split(' · ')) add(part)
    for (const named of document.querySelectorAll('[aria-label],[alt],[title],[placeholder]')) {
      for (const name of ['aria-label', 'alt', 'title', 'placeholder']) add(named.getAttribute(name))
    }
    for (const unseen of document.querySelectorAll('script,style,noscript,template,svg')) unseen.remove()
    for (const line of document.querySelectorAll('br')) line.replaceWith(' ')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      let around = node.parentElement
      // A sentence goes on around its links and bold words.
      while (around && /^(A|B|BUTTON|STRONG|EM|SPAN|S|SMALL)$/.test(around.tagName)) {
        const outer: HTMLElement | null = around.parentElement
        if (!outer || ![...outer.childNodes].some((child) => child.nodeType === 3 && child.textContent?.trim())) break
        around = outer
      }
      const isWhole = around && !around.querySelector('p,div,li,section,h1,h2,h3,ul')
      add(node.textContent, isWhole ? around?.textContent : node.textContent)
    }
    return [...found].map(([whole, parts]) => ({ whole, parts: [...parts] }))
  }, html)
}

const wordsOf = async (page: Page, html: string) => (await sentencesOf(page, html)).map(({ whole }) => whole).join('\n')

/** Returns true if the pieces, some of them joined, are such texts one after the other. */
const isMadeOf = (parts: string[], isAllowed: (words: string) => boolean): boolean =>
  parts.length === 0 ||
  parts.some((_, at) => isAllowed(parts.slice(0, at + 1).join(' ')) && isMadeOf(parts.slice(at + 1), isAllowed))

/** The texts of the interface, as patterns: the catalogues hold every one, and nothing that a shop says of itself. */
function interfaceTexts(): RegExp[] {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const files = [
    ...globSync(['web-store/languages/*.json', 'web-store/src/features/*/texts.json'], { cwd: root }),
    'server/contract/said-first.json',
  ]
  return files
    .flatMap((file) => Object.keys(JSON.parse(readFileSync(root + file, 'utf8'))))
    .map((text) => text.replace(/<\/?\w+>/g, '').replaceAll('{br}', ' '))
    .filter((text) => text.replace(/\{\w+\}/g, '').replace(/[^\p{L}]/gu, '').length >= 2)
    .map((text) => {
      const parts = text
        .split(/\{\w+\}/)
        .map((part) => part.replace(/\s+/g, ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      return new RegExp(`^${parts.join('(.+?)')}$`)
    })
}

const NUMBERS = /^[\d\s₹.,:/%()+-]*$/
const DAY = /\b\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w* \d{4}\b/g
const isFact = (words: string): boolean => {
  let rest = words.replace(DAY, '')
  for (const own of ownWords) rest = rest.replaceAll(own, '').replaceAll(own.toUpperCase(), '')
  for (const { name } of Object.values(languages)) rest = rest.replaceAll(name, '')
  return NUMBERS.test(rest.replace('©', ''))
}

test('every sentence of a new shop is the interface’s, the owner’s or a fact', async ({ page }) => {
  const known = interfaceTexts()
  const isKnown = (words: string) =>
    known.some((pattern) => {
      const values = pattern.exec(words)?.slice(1)
      return values?.every((value) => isFact(value) || isPlain(value))
    })
  const isPlain = (words: string) => known.some((pattern) => pattern.exec(words)?.length === 1)
  const foreign: string[] = []
  for (const path of [...pages(), ...FRAMES]) {
    const shown = await sentencesOf(page, await read(path))
    expect(shown.length, path).toBeGreaterThan(5)
    if (process.env.PRINT_CRAWL === '1') console.log(`\n${path}\n  ${shown.map(({ whole }) => whole).join('\n  ')}`)
    const isAllowed = (words: string) => isFact(words) || isKnown(words)
    const others = shown.filter(({ whole, parts }) => !isAllowed(whole) && !isMadeOf(parts, isAllowed))
    foreign.push(...others.map(({ whole }) => `${path}: ${whole}`))
  }
  expect(foreign).toEqual([])
})

/** Yields every text of the demo's settings. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string' && value.length > 8) yield value.replace(/\s+/g, ' ')
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* textsOf(part)
}

test('a new shop repeats nothing of the demo, and neither promises nor hurries', { tag: '@long' }, async ({ page }) => {
  const demo = [...textsOf(demoShop)].flatMap((text) => text.split('*')).filter((text) => text.trim().length > 8)
  for (const language of ['en', ...translations] as const) {
    for (const path of [...pages(), ...FRAMES]) {
      const shown = await sentencesOf(
        page,
        await read(path === '/' ? languagePath(language) || '/' : languagePath(language) + path),
      )
      const all = shown.map(({ whole }) => whole).join('\n')
      expect(
        demo.filter((text) => all.includes(text.trim()) && !ownWords.includes(text)),
        path,
      ).toEqual([])
      expect(all, path).not.toMatch(/SkillHaat|guarantee|गारंटी|गॅरंटी|Limited Period|Next Price|time left|\b\d+\+/i)
    }
  }
})

type Value = string | number | boolean | null | Value[] | { [name: string]: Value }

/** Empties every setting that may be empty. */
function emptied(value: Value): Value {
  if (Array.isArray(value)) return []
  if (value === null) return null
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, emptied(part)]))
  return typeof value === 'string' ? '' : typeof value === 'number' ? 0 : false
}

const LABELS =
  /enrolled students|active students|expert courses|success stories|countries|Leadership|Our story|What our students say|What you can count on|Learn More|^Phone$|^Address$|Legal name|Grievance officer|Who you buy from|guarantee/m

test('with every setting emptied no label and no heading is left alone', async ({ page }) => {
  const filled = structuredClone(demoShop) as unknown as Value
  await one.admin('PUT', '/settings', filled)
  expect(await wordsOf(page, await read('/about'))).toMatch(LABELS)
  const settings = emptied(await one.admin<{ [name: string]: Value }>('GET', '/settings')) as Record<string, object>
  await one.admin('PUT', '/settings', {
    ...settings,
    brand: { ...settings.brand, name: owner.shop },
    look: { ...settings.look, type: 'anek' },
    guarantee: { days: 0 },
  })
  for (const language of ['en', ...translations] as const) {
    for (const path of pages()) {
      const html = await read(path === '/' ? languagePath(language) || '/' : languagePath(language) + path)
      const alone = await page.evaluate((markup) => {
        const { body } = new DOMParser().parseFromString(markup, 'text/html')
        for (const unseen of body.querySelectorAll('script,style,noscript,template,[aria-hidden=true]')) unseen.remove()
        const shows = (element: Element) =>
          element.textContent?.trim() ||
          element.querySelector('img,svg,input,textarea,select,video,canvas,[aria-label]')
        const empty = [
          ...body.querySelectorAll('h1,h2,h3,h4,p,dt,dd,ul,ol,dl,blockquote,figcaption,td,a,label,b'),
        ].filter((element) => !shows(element) && !element.matches('[aria-label],[role=status],[aria-live]'))
        const bare = [...body.querySelectorAll('h2,h3,h4')].filter((heading) => {
          const section = heading.closest('section,article,li,form,aside,[role=group]') ?? heading.parentElement
          const rest = (section?.textContent ?? '').trim().length - (heading.textContent ?? '').trim().length
          return rest <= 0 && !section?.querySelector('img,input,video')
        })
        const labelled = [...body.querySelectorAll('p + div:empty')]
        return [...empty, ...bare, ...labelled].map((element) => element.outerHTML.slice(0, 160))
      }, html)
      expect(alone, `${language} ${path}`).toEqual([])
      if (language === 'en') expect(await wordsOf(page, html), path).not.toMatch(LABELS)
    }
  }
})
