import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressIn, type Language } from 'contract/languages'
import type { PagePicture, RenderedPage } from 'contract/page-renderer'
import { type PageShop, shopDefaults } from 'contract/shop/defaults'
import { lookDefaults, TYPE_PAIRS } from 'contract/shop/look'
import { escapeHtml } from '../../platform/net/escape-html.ts'
import { ICON_LINKS } from './app-icons.ts'
import { attribute, headTags, scriptJson } from './head-tags.ts'
import { lookStyles, withTypePair } from './look-styles.ts'

type ManifestChunk = { file: string; imports?: string[]; isEntry?: boolean }
type Manifest = Record<string, ManifestChunk>

export type Documents = {
  /** The scripts that stand in the pages, as a content security policy names them: `'sha256-…'`. */
  inlineScripts: string[]
  /** A rendered page as a whole document. */
  page(rendered: RenderedPage, shop?: PageShop): string
  /** The rendered frame of a private screen: no search engine may know it, and its app is fetched at once. */
  frame(rendered: RenderedPage, shop?: PageShop): string
  /** The document of a student's screen that the server draws for each: it asks for that, and then for these source modules. */
  drawn(modules: readonly string[], shop?: PageShop): string
  /** The document of a private screen, which the browser fills; it fetches the files of these source modules at once. */
  shell(modules: readonly string[], shop?: PageShop, forOnePerson?: boolean): string
}

type Templates = ReturnType<typeof templates>
/** Markup of a document, as it is rendered or before it arrives. */
type Markup = Pick<RenderedPage, 'picture' | 'fonts' | 'styles' | 'body' | 'modules'>
type Words = Readonly<Record<string, string>>

/** Links of a screen that needs scripts, to pages that need none. */
const WITHOUT_SCRIPT: [path: string, label: string][] = [
  ...([
    ['/', 'Home'],
    ['/courses', 'Courses'],
    ['/about', 'About'],
    ['/contact', 'Contact'],
  ] as [string, string][]),
  ...([
    ['/privacy', 'Privacy'],
    ['/terms', 'Terms'],
    ['/cookies', 'Cookies'],
    ['/refund', 'Refund policy'],
    ['/delivery', 'Delivery'],
    ['/cancellation', 'Cancellation'],
  ] as [string, string][]),
]

const NEEDS_SCRIPT = 'This page needs JavaScript. Please turn it on and load the page again.'

/** Stands above a public page without scripts. */
const WORKS_WITHOUT =
  'You can read this shop and write to us without JavaScript. To log in, buy and learn, please turn it on.'

/** Shown by `early-script.js` when the app does not load; a press of it leads to `/browser`. */
const STUCK = 'This page did not load in full. Load it again, or press here to see what else helps.'

/** Above every page of a shop that takes practice money: here, so that a shop that takes real money loads nothing of it. */
const IN_TEST = 'Test shop: no payment here is real'

const TEST_BAND =
  'background:#ffb81c;color:#15173A;font-size:.875rem;font-weight:600;padding:.25rem 1rem;text-align:center'

/** This file's texts in documents, which the build translates. */
export const DOCUMENT_TEXTS = [
  ...WITHOUT_SCRIPT.map(([, label]) => label),
  'Main',
  NEEDS_SCRIPT,
  WORKS_WITHOUT,
  STUCK,
  IN_TEST,
]

/** Marks a screen that is nothing without its app, so that a browser below the floor is led to `/browser` at once. */
const NEEDS_APP = '<meta name="needs-app">'

const needsScript = (shopName: string, words: Words, language: Language) => {
  const inWords = (text: string) => escapeHtml(words[text] ?? text)
  const links = WITHOUT_SCRIPT.map(
    ([path, label]) =>
      `<a ${attribute('href', addressIn(language, path))} style="padding:.75rem .5rem">${inWords(label)}</a>`,
  )
  return `<noscript><header style="padding:1rem"><b>${escapeHtml(shopName)}</b><nav aria-label="${inWords('Main')}" style="display:flex;flex-wrap:wrap">${links.join('')}</nav></header>${notice(words)}</noscript>`
}

const notice = (words: Words, text = NEEDS_SCRIPT) => `<p style="padding:1rem">${escapeHtml(words[text] ?? text)}</p>`

/**
 * Builds what a public page says without scripts, and the form that its buttons send then, which leads to what they need. With scripts there is no such
 * form, and they send nothing by themselves.
 */
const withoutScript = (words: Words, language: Language, at: string) =>
  `<noscript>${notice(words, WORKS_WITHOUT)}<form id="without-script" action="/browser"><input type="hidden" name="off"><input type="hidden" name="lang" value="${language}"><input type="hidden" name="at" ${attribute('value', at)}></form></noscript>`

const sendingWithoutScript = (body: string) =>
  body.replace(/<button([^>]*?) type="button"/g, '<button$1 type="submit" form="without-script"')

/** Names a language's file of the build: English is the plain name, another one beside it. */
const fileOf = (name: string, language: Language) => (language === 'en' ? name : name.replace('.', `.${language}.`))

const json = <T>(...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8')) as T

/** Server data that every document carries for its script. */
export type KnownByServer = {
  /** Hosts of the owner's own that lessons may be framed from, beyond the known players. */
  frameHosts?: readonly string[]
  /** The CDN host of public files. */
  mediaHost?: string | undefined
  /** A CDN keeps public pages: the shop sees few of their readers, so the script of each tells of its first view, too. */
  edge?: boolean
}

type Beyond = KnownByServer & { language?: Language; others?: readonly Language[] }

/** Puts pages into the template that the build made of a language; reads `clientDir` once. The pages exist in `others`, too. */
export function createDocuments(
  clientDir: string,
  storeUrl: string,
  { frameHosts = [], mediaHost, edge = false, language = 'en', others = [] }: Beyond = {},
): Documents {
  const template = readFileSync(join(clientDir, fileOf('index.html', language)), 'utf8')
  const manifest = json<Manifest>(clientDir, '.vite', fileOf('manifest.json', language))
  const words = language === 'en' ? {} : json<Words>(clientDir, '.vite', fileOf('document.json', language))
  /** Its script leads a visitor to the language that they chose, where the address names none. */
  const choice = language === 'en' && others.length > 0 ? `<meta name="languages" content="${others.join(' ')}">\n` : ''

  const hosts = [
    ...(frameHosts.length > 0 ? [`<meta name="frame-hosts" content="${frameHosts.join(' ')}">\n`] : []),
    ...(mediaHost ? [`<meta name="media-host" ${attribute('content', mediaHost)}>\n`] : []),
    `<meta name="stuck" ${attribute('content', words[STUCK] ?? STUCK)}>\n`,
  ].join('')

  const inTest = escapeHtml(words[IN_TEST] ?? IN_TEST)
  const banded = (html: string, shop: PageShop | undefined) =>
    shop?.payments?.test
      ? html.replace(ROOT, () => `<aside aria-label="${inTest}" style="${TEST_BAND}">${inTest}</aside>${ROOT}`)
      : html

  const byType = Object.fromEntries(TYPE_PAIRS.map((type) => [type, templates(withTypePair(template, { type }))]))
  const own = (shop?: PageShop) => byType[shop?.look?.type ?? lookDefaults.type] as Templates
  const app = appFiles(manifest)
  const beyondApp = (modules: readonly string[]) => filesOf(manifest, modules).filter((file) => !app.includes(file))

  const fill = (html: string, parts: Record<'head' | 'styles' | 'app' | 'state', string>, shop?: PageShop) =>
    (shop?.look?.icon || shop?.brand?.logo ? html.replace(MARK, '') : html).replace(
      /<!--(head|styles|app|state)-->/g,
      (_whole, name: keyof typeof parts) => (name === 'head' ? `${hosts}${ICON_LINKS}\n${parts.head}` : parts[name]),
    )

  /** Markup, with a start script that knows its files, and whether the markup is still to arrive. */
  const started = (
    html: string,
    { picture, fonts = [], styles, body, modules }: Markup,
    { head, state, arrives = false }: { head: string[]; state: string; arrives?: boolean },
    shop: PageShop | undefined,
  ) => {
    const early = [...lookStyles(shop?.look), ...(picture ? [preload(picture)] : []), ...fonts.map(preloadFont)]
    const files = `${attribute('data-app', addresses(app))} ${attribute('data-ahead', addresses(beyondApp(modules)))}`
    const start = `<script ${arrives ? 'data-own ' : ''}${files} ${attribute('data-sheet', own(shop).sheet)}>`
    return fill(banded(html, shop), { head: [...head, ...early].join('\n'), styles, app: body, state }, shop).replace(
      START,
      start,
    )
  }

  /** The tags and the state of a private screen without markup. */
  const unrendered = (shop: PageShop | undefined) => {
    const name = shop?.brand?.name ?? shopDefaults.brand.name
    return { tags: headTags({ title: name }, storeUrl), state: needsScript(name, words, language) + shopState(shop) }
  }

  return {
    inlineScripts: hashesOf(template),
    page(rendered, shop) {
      const tags = headTags(rendered.head, storeUrl, { site: shop?.brand?.name, language, others })
      const state = data('page-state', rendered.state) + shopState(shop)
      const head = [tags, ...(edge ? ['<meta name="views" content="told">'] : [])]
      const at = addressIn(language, rendered.head.canonicalPath ?? '/')
      const html = own(shop).pageTemplate.replace(ROOT, () => withoutScript(words, language, at) + ROOT)
      const body = sendingWithoutScript(rendered.body)
      return started(html, { ...rendered, body }, { head, state }, shop)
    },
    frame(rendered, shop) {
      const { title } = rendered.head
      const files = [...app, ...beyondApp(rendered.modules)].map(preloadModule)
      // Without scripts an unusable form is hidden, and the reason is above all else.
      const hidden = '<noscript><style>main{display:none}</style></noscript>'
      const head = [choice + headTags({ title }, storeUrl), NEEDS_APP, hidden, ...files, preloadSheet(own(shop).sheet)]
      const html = own(shop).frameTemplate.replace(ROOT, () => `<noscript>${notice(words)}</noscript>${ROOT}`)
      const state = data('frame-state', rendered.state) + shopState(shop)
      return started(html, rendered, { head, state }, shop)
    },
    drawn(modules, shop) {
      const { tags, state } = unrendered(shop)
      const markup = { styles: '', body: '', modules: [...modules, 'src/app/drawn-screen.ts'] }
      return started(own(shop).drawnTemplate, markup, { head: [choice + tags, NEEDS_APP], state, arrives: true }, shop)
    },
    shell: (modules, shop, forOnePerson) => {
      const { tags, state } = unrendered(shop)
      // The console looks the same in every shop.
      const styles = forOnePerson ? lookStyles(shop?.look) : []
      const head =
        (forOnePerson ? choice : '') + [tags, NEEDS_APP, ...styles, ...beyondApp(modules).map(preloadModule)].join('\n')
      const { shellTemplate } = own(forOnePerson ? shop : undefined)
      return fill(
        forOnePerson ? banded(shellTemplate, shop) : shellTemplate,
        { head, styles: '', app: '', state },
        shop,
      )
    },
  }
}

const data = (id: string, value: unknown) => `<script type="application/json" id="${id}">${scriptJson(value)}</script>`

/** Encodes the owner's changes of the shop for the browser; nothing without one. */
function shopState(shop: PageShop | undefined): string {
  if (!shop) return ''
  const { look: _look, ...said } = shop
  return data('shop-settings', said)
}

/** The mark of the build in the browser's tab. A shop with an icon or a logo of its own leaves the tab to the icon that is made of that. */
const MARK = /<link rel="icon"[^>]*image\/svg\+xml[^>]*>\n?/

const START = '<script id="start">'
const ROOT = '<div id="root">'

const addresses = (files: readonly string[]) => files.map((file) => `/${file}`).join(' ')

/**
 * A private screen is nothing without its app, which is fetched by the head. A rendered page can be read without: its start
 * script fetches the app when the page is painted, so the scripts and the fonts leave the line to the first picture. A frame is both: painted
 * first, but fetching at once. It alone has the script that knows what this browser keeps. A screen that is drawn for each student is a page whose
 * markup arrives a round trip later: it alone has the script that asks for that. The sheet of all classes is in the head of a private
 * screen alone: rendered markup brings the styles it needs, and its start script fetches the sheet with the app.
 */
function templates(template: string) {
  const app = /<script type="module"[^>]*><\/script>\s*/.exec(template)
  const start = /<script id="start">.*?<\/script>\s*/s.exec(template)
  const frame = /<script id="frame">(.*?<\/script>)\s*/s.exec(template)
  const reads = /<script id="ahead">(.*?<\/script>)\s*/s.exec(template)
  const sheet = /<link rel="stylesheet"[^>]*href="([^"]*)"[^>]*>\s*/.exec(template)
  if (!app || !start || !frame || !reads || !sheet)
    throw new Error('The built page has no app, no style sheet, no start script or none of frames or shells')
  const ahead = /<link rel="modulepreload"[^>]*>\s*/g
  const page = template.replace(app[0], '').replace(sheet[0], '').replace(ahead, '')
  return {
    // Nothing is painted there before the app is: the fonts keep nobody waiting. The app runs after what this browser lacks,
    // which the first script writes into the page.
    shellTemplate: template
      .replace(app[0], '')
      .replace(start[0], '')
      .replace(frame[0], () => app[0])
      .replace(reads[0], '')
      .replace(' media="not all"', ''),
    pageTemplate: page.replace(frame[0], '').replace(reads[0], ''),
    drawnTemplate: page.replace(frame[0], '').replace(reads[0], () => `<script>${reads[1]}`),
    frameTemplate: page.replace(frame[0], () => `<script>${frame[1]}`).replace(reads[0], ''),
    sheet: sheet[1] ?? '',
  }
}

/** The files of the app that every page needs, each after those it imports. */
function appFiles(manifest: Manifest): string[] {
  const [entry] = Object.entries(manifest).find(([, chunk]) => chunk.isEntry) ?? []
  if (entry === undefined) throw new Error('The build has no entry')
  return filesOf(manifest, [entry])
}

/** Only what is written in the page itself needs a hash; data is no script. */
function hashesOf(html: string): string[] {
  const scripts = html.matchAll(/<script(?: id="\w+")?>(.*?)<\/script>/gs)
  return Array.from(scripts, ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

/** Fetches the first picture ahead: found in the markup alone it would wait for styles and scripts. */
function preload(picture: PagePicture): string {
  const what =
    'src' in picture
      ? attribute('href', picture.src)
      : `${attribute('type', picture.type)} ${attribute('imagesrcset', picture.srcSet)} ${attribute('imagesizes', picture.sizes)}`
  return `<link rel="preload" as="image" fetchpriority="high" ${what}>`
}

/** A font with letters that a system may lack: found in the styles it would come after the first paint, which would be done anew. */
const preloadFont = (href: string) =>
  `<link rel="preload" as="font" type="font/woff2" crossorigin ${attribute('href', href)}>`

/** The sheet of a frame, which its start script asks for while the app's files are on their way. */
const preloadSheet = (href: string) => `<link rel="preload" as="style" ${attribute('href', href)}>`

/** Preloads a file of the screen: found in the script that imports it, it would load a round trip later. */
const preloadModule = (file: string) => `<link rel="modulepreload" crossorigin ${attribute('href', `/${file}`)}>`

/** The built files of these source modules, each after those it imports. */
function filesOf(manifest: Manifest, modules: readonly string[]): string[] {
  const seen = new Set<string>()
  const files: string[] = []
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || seen.has(chunk.file)) return
    seen.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
    files.push(chunk.file)
  }
  for (const name of modules) visit(name)
  return files
}
