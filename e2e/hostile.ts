import { createHash } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Course } from './courses.ts'
import type { Shop } from './shop.ts'

/** Texts that act as markup, script or template unless escaped. */
export const MARKUP = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  "'-alert(1)-'",
  '</script><script>alert(1)</script>',
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
  '<a href="javascript:alert(1)">click</a>',
  '{{constructor.constructor("alert(1)")()}}',
  '<!--<script>alert(1)//-->',
  '\u2028\u2029</title><style>*{display:none}</style>',
  '&lt;b&gt;&amp;amp;&#60;img src=x onerror=alert(1)&#62;',
  '</textarea></option></select><details open ontoggle=alert(1)>',
]

/** Reverses the text direction in the middle of a word. */
export const TURNED = 'Turned\u202Eround'

/** Texts that break lines, boxes and directions. */
export const ODD = [
  TURNED,
  'W'.repeat(180),
  'अत्यंतलंबाशब्द'.repeat(9),
  '👩🏽‍🚀🧵🇮🇳'.repeat(12),
  'Z\u0334\u0327\u0322\u0316a\u0335l\u0336g\u0337o\u0338'.repeat(6),
  'bell \u0007 escape \u001b[31mred\u001b[0m start \u0001 delete \u007f end',
  'zero\u200bwidth\u200d and \ufeffmarks \u2066left open',
  '‏שלום مرحبا‎',
]

/** Returns an image address that `MediaUrl` accepts: the banner of a demo course. */
async function aPicture(shop: Shop): Promise<string> {
  const { body } = await shop.call<{ banner: string }[]>('GET', '/go/courses')
  return body[0]?.banner ?? ''
}

/** Returns course fields with these texts wherever a text is possible; `name` is the title. */
export async function hostileFields(shop: Shop, texts: string[], name: string): Promise<Record<string, unknown>> {
  const image = await aPicture(shop)
  const all = texts.join(' ')
  const pictures = texts.map((title) => ({ title, image }))
  return {
    name,
    description: all,
    long_description: texts.join('\n'),
    header_text: all.slice(0, 499),
    header_below: all.slice(0, 499),
    offer_text: all.slice(0, 299),
    lifetime_access: all.slice(0, 299),
    bonuses_worth: all.slice(0, 99),
    buy_now_text: texts[0],
    legal_disclaimer: all,
    additional_infobanners: texts,
    product_content_samples: texts.map((title) => ({ title, subtitle: title, image })),
    bonuses: pictures,
    exclusive_bonuses: pictures,
    who_is_this_for: texts,
    where_can_i_upload: texts,
    how_to_make_money: texts,
    how_to_get_started: texts,
    language: all.slice(0, 99),
    requirements: all.slice(0, 199),
    teacher_name: all.slice(0, 99),
    teacher_about: all.slice(0, 999),
    topics: texts.slice(0, 5).map((text) => text.slice(0, 39)),
    faq: texts.map((question) => ({ question, answer: question })),
  }
}

/** Adds a lesson for each text. */
export async function hostileLessons(shop: Shop, { course_id }: Course, texts: string[]): Promise<void> {
  const content = texts.map((title, index) => ({
    title,
    watch_link: 'https://vimeo.com/1084537',
    download_link: null,
    preview: index === 0,
  }))
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
}

/** Returns the hashes of the inline scripts that the page's policy allows; any other script would be injected. */
export async function scriptHashes(url: string): Promise<string[]> {
  const { headers } = await fetch(url)
  return [...(headers.get('content-security-policy') ?? '').matchAll(/'sha256-([^']+)'/g)].map(([, hash = '']) => hash)
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')

/** Asserts that hostile text created no element, handler or executable address. */
export async function expectNothingInjected(page: Page): Promise<void> {
  const known = await scriptHashes(page.url())
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const runs = [...element.attributes].some(
          ({ name, value }) => name.startsWith('on') || name === 'srcdoc' || /^\s*(javascript|data:text)/i.test(value),
        )
        const isScript =
          element.tagName === 'SCRIPT' &&
          !element.hasAttribute('src') &&
          !/json/.test(element.getAttribute('type') ?? '')
        return (runs && element.tagName !== 'INPUT' && element.tagName !== 'OPTION') || isScript
      })
      .map(({ tagName, textContent, outerHTML }) => ({ tagName, text: textContent ?? '', outerHTML })),
  )
  const foreign = found.filter(({ tagName, text }) => tagName !== 'SCRIPT' || !known.includes(hashOf(text)))
  expect(
    foreign.map(({ outerHTML }) => outerHTML.slice(0, 160)),
    `${page.url()}, what was injected`,
  ).toEqual([])
}

/** Asserts that a text that reverses the direction affects only its own box. */
export async function expectDirectionsUnchanged(page: Page): Promise<void> {
  const loose = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent || !node.textContent?.includes('\u202E') || parent.closest('script')) continue
      const { display, unicodeBidi } = getComputedStyle(parent)
      if (display === 'inline' && unicodeBidi !== 'isolate') found.push(parent.outerHTML.slice(0, 160))
    }
    return found
  })
  expect(loose, `${page.url()}, directions that are not closed`).toEqual([])
}

/** Returns the HTML part of an email's source. */
export function htmlOf(mail: string): string {
  const part = mail.split(/\r?\n--/).find((one) => /^content-type:\s*text\/html/im.test(one)) ?? ''
  const [head = '', ...rest] = part.split(/\r?\n\r?\n/)
  const body = rest.join('\n\n')
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
