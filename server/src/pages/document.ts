import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PagePicture, RenderedPage } from '../../contract/page-renderer.ts'
import { type PageShop, shopDefaults } from '../../contract/shop-defaults.ts'
import { attribute, headTags, scriptJson } from './head-tags.ts'

type ManifestChunk = { file: string; imports?: string[]; isEntry?: boolean }
type Manifest = Record<string, ManifestChunk>

export type Documents = {
  /** A rendered page as a whole document. */
  page(rendered: RenderedPage, shop?: PageShop): string
  /** The document of a private screen, which the browser fills. */
  shell(shop?: PageShop): string
}

const NEEDS_SCRIPT =
  '<noscript><p style="padding:2rem 1rem">This page needs JavaScript. Please turn it on and load the page again.</p></noscript>'

/**
 * Puts pages into the template that the build made; reads `clientDir` once. `frameHosts` are the hosts beyond the known
 * players that lessons may be framed from: only the server knows them, so every document carries them for the player.
 */
export function createDocuments(clientDir: string, storeUrl: string, frameHosts: readonly string[] = []): Documents {
  const template = readFileSync(join(clientDir, 'index.html'), 'utf8')
  const manifest = JSON.parse(readFileSync(join(clientDir, '.vite', 'manifest.json'), 'utf8')) as Manifest

  const frames = frameHosts.length > 0 ? `<meta name="frame-hosts" content="${frameHosts.join(' ')}">\n` : ''

  // A rendered page can be read without its scripts: they leave the line to its font and its first picture.
  const pageTemplate = template.replace('<script type="module"', '<script type="module" fetchpriority="low"')

  const fill = (html: string, parts: Record<'head' | 'styles' | 'app' | 'state', string>) =>
    html.replace(/<!--(head|styles|app|state)-->/g, (_whole, name: keyof typeof parts) =>
      name === 'head' ? frames + parts.head : parts[name],
    )

  return {
    page({ head, picture, styles, body, state, modules }, shop) {
      const preloads = filesOf(manifest, modules).filter((file) => !template.includes(file))
      const links = preloads.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`)
      return fill(pageTemplate, {
        head: [headTags(head, storeUrl, shop?.brand?.name), ...(picture ? [preload(picture)] : []), ...links].join(
          '\n',
        ),
        styles,
        app: body,
        state: `<script type="application/json" id="page-state">${scriptJson(state)}</script>${shopState(shop)}`,
      })
    },
    shell: (shop) => {
      const head = headTags({ title: shop?.brand?.name ?? shopDefaults.brand.name }, storeUrl)
      return fill(template, { head, styles: '', app: '', state: NEEDS_SCRIPT + shopState(shop) })
    },
  }
}

/** What the owner changed of the shop, for the browser; nothing when that is nothing. */
const shopState = (shop: PageShop | undefined) =>
  shop ? `<script type="application/json" id="shop-settings">${scriptJson(shop)}</script>` : ''

/** Fetches the first picture ahead: found in the markup alone it would wait for styles and scripts. */
function preload(picture: PagePicture): string {
  const what =
    'src' in picture
      ? attribute('href', picture.src)
      : `${attribute('type', picture.type)} ${attribute('imagesrcset', picture.srcSet)} ${attribute('imagesizes', picture.sizes)}`
  return `<link rel="preload" as="image" fetchpriority="high" ${what}>`
}

/** The built files of these source modules, with everything they import. */
function filesOf(manifest: Manifest, modules: readonly string[]): string[] {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const name of modules) visit(name)
  return [...files]
}
