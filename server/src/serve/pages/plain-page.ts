import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressIn, type Language, languages } from 'contract/languages'
import type { ShopSettings } from 'contract/shop/defaults'
import type { RequestHandler } from 'express'
import { ROOT } from '../../config.ts'
import { inLanguage } from '../../platform/language/language.ts'
import { escapeHtml } from '../../platform/net/escape-html.ts'
import { readyAnswer, sendReady } from '../../platform/net/ready-answer.ts'
import { attribute } from './head-tags.ts'
import { logoShapes } from './share-drawing.ts'

/** The tokens of the store's theme that pages outside the app use, by their names there. */
const LIGHT = `--bg:#F5F6FB;--panel:#FFFFFF;--muted:#ECEEF7;--fg:#15173A;--fg-muted:#4A4E6E;--border:#DCE0EE;
--action:#2B3390;--action-hover:#222979;--action-fg:#2B3390;--ring:#4551B5;
--buy:#FFB81C;--buy-ink:#15173A;--buy-hover:#FFC445;--buy-edge:#C67A00;--buy-busy:#FFE4A3;
--success-fg:#17683A;--success-subtle:#E3F5EA;--warning-subtle:#FFF4D6;--warning-border:#E09A00;color-scheme:light`
const DARK = `--bg:#0D0F26;--panel:#161938;--muted:#20244B;--fg:#EDEFFC;--fg-muted:#B6BBDD;--border:#2B3062;
--action:#4C58CC;--action-hover:#5A66DA;--action-fg:#AEB7FF;--ring:#8F9AFF;
--buy:#FFC03A;--buy-ink:#15173A;--buy-hover:#FFCC5C;--buy-edge:#A86A00;--buy-busy:#4C3B12;
--success-fg:#74DDA0;--success-subtle:#103428;--warning-subtle:#332810;--warning-border:#8A6714;color-scheme:dark`

/** The styles of a page outside the app: light or dark as the system has it, or as it was chosen in the store; with the store's font where that is built. */
export function plainStyles(): string {
  const themes = `:root{${LIGHT}}@media (prefers-color-scheme:dark){:root:not(.light){${DARK}}}:root.dark{${DARK}}`
  const clientDir = join(ROOT, 'web-store/dist/client')
  styles ??= [...fontsOf(clientDir), themes, readFileSync(join(import.meta.dirname, 'plain-page.css'), 'utf8')].join(
    '\n',
  )
  return styles
}

let styles: string | undefined

/** Creates the file of these styles below `at`, with the page's own ones: its address, which names their version, and what serves it. */
export function createPlainStyles(at: string, own?: string): { address: string; serve: RequestHandler } {
  const sheets = [plainStyles(), ...(own ? [readFileSync(own, 'utf8')] : [])]
  const ready = readyAnswer('text/css; charset=utf-8', sheets.join('\n'))
  const version = createHash('sha256').update(ready.bytes).digest('base64url').slice(0, 10)
  return {
    address: `${at}/page.css?v=${version}`,
    serve(req, res) {
      res.setHeader('Cache-Control', 'public, max-age=86400')
      return sendReady(req, res, ready)
    },
  }
}

/** The file, its family, what it has, and in which weights. */
const FONTS: [name: string, family: string, range: string, weight: string][] = [
  ['anek-latin', 'Anek', 'U+0020-007E,U+00A0-00FF,U+2013-2026,U+2190-2193,U+2212', '400 800'],
  ['anek-rupee', 'Anek', 'U+20B9', '400 800'],
  ['hind-devanagari-400-normal', 'Hind', 'U+0900-097F,U+200C-200D', '400'],
  ['hind-devanagari-600-normal', 'Hind', 'U+0900-097F,U+200C-200D', '600'],
]
const ANEK = 'font-stretch:75% 100%;ascent-override:96%;descent-override:30%;line-gap-override:0%;'

function fontsOf(clientDir: string): string[] {
  const built = namesIn(join(clientDir, 'assets'))
  return FONTS.flatMap(([name, family, range, weight]) => {
    const font = built.find((one) => one.startsWith(`${name}-`) && one.endsWith('.woff2'))
    const own = family === 'Anek' ? ANEK : ''
    return font
      ? [
          `@font-face{font-family:${family};src:url(/assets/${font}) format("woff2");font-weight:${weight};font-display:swap;${own}unicode-range:${range}}`,
        ]
      : []
  })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const MARK = `<svg viewBox="0 0 32 32" aria-hidden="true">${logoShapes('#2B3390')}</svg>`

type Plain = {
  language: Language
  title: string
  body: string
  shop: Pick<ShopSettings, 'brand' | 'payments'>
  styles: string
  script?: string
  /** Further elements of the head. */
  head?: string
  /** Beside the shop's sign. */
  beside?: string
  /** Below all of it. */
  below?: string
}

/** Links to the same page in each language; `more`: what else its query has. */
export function languageLinks(language: Language, more = ''): string {
  const links = Object.entries(languages).map(([code, { tag, name }]) => {
    const here = code === language ? ' aria-current="true"' : ''
    return `<a class="link small" href="?lang=${code}${more}" hreflang="${tag}" lang="${tag}"${here}>${name}</a>`
  })
  return `<nav class="languages" aria-label="${inLanguage(language).t('Language')}">${links.join('')}</nav>\n`
}

/** The document of a page outside the app, which search engines are to leave alone. */
export function plainDocument({
  language,
  title,
  body,
  shop: { brand, payments },
  styles,
  script,
  head = '',
  beside = '',
  below = '',
}: Plain): string {
  const test = payments.test
    ? `<p class="test">${inLanguage(language).t('Test shop: no payment here is real')}</p>\n`
    : ''
  const words = brand.logo_text || brand.name
  const sign = brand.logo
    ? `<img ${attribute('src', brand.logo)} ${attribute('alt', words)}>`
    : `${MARK}<span>${escapeHtml(words)}</span>`
  return `<!doctype html>
<html lang="${languages[language].tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${escapeHtml(brand.name)}</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" ${attribute('href', styles)}>
${head}${script === undefined ? '' : `<script ${attribute('src', script)}></script>\n`}</head>
<body>
${test}<header><div><a class="logo" href="${addressIn(language, '/')}">${sign}</a>${beside}</div></header>
<main>
${body}
</main>
${below}</body>
</html>
`
}

/** Renders a field that must be filled, with what is wrong about it; `control` adds the marks to its element. */
export function plainField(
  id: string,
  label: string,
  problem: string | undefined,
  control: (more: string) => string,
): string {
  const more = problem
    ? ` aria-required="true" aria-invalid="true" aria-describedby="${id}-problem" autofocus`
    : ' aria-required="true"'
  const wrong = problem ? `<p class="small wrong" id="${id}-problem">${escapeHtml(problem)}</p>` : ''
  return `<div class="field"><label for="${id}">${escapeHtml(label)}</label>${control(more)}${wrong}</div>\n`
}
