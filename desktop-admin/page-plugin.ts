import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

type Files = {
  /** The store's page: its fonts and theme-independent styles. */
  page: string
  /** Runs before the first paint, so that the window does not flash in the wrong theme. */
  themeScript: string
}

/** Adds the head of the store's page to the window's page, as files: its policy allows no inline script. */
export function pagePlugin({ page, themeScript }: Files): Plugin {
  let reference: string | undefined
  return {
    name: 'desktop-page',
    async buildStart() {
      reference = this.emitFile({ type: 'asset', name: 'theme.js', source: await readFile(themeScript, 'utf8') })
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const parts = (await readFile(page, 'utf8')).matchAll(/<style(?! data-type)[^>]*>([\s\S]*?)<\/style>/g)
        const styles = Array.from(parts, ([, text]) => text).join('')
        if (!styles) throw new Error(`${page} has no styles of its own any more`)
        const moved = styles.replaceAll('/src/fonts/', '../../../web-store/src/fonts/')
        return html.replace('</head>', `<style>${moved}</style>\n</head>`)
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const html = Object.values(bundle).find((part) => part.fileName.endsWith('index.html'))
        if (html?.type !== 'asset' || !reference) throw new Error('The page was not built')
        const script = `<script src="/${this.getFileName(reference)}"></script>`
        // Absolute paths, because the same page answers addresses of one and two segments.
        const rooted = String(html.source).replaceAll('./assets/', '/assets/')
        html.source = rooted.replace('<head>', `<head>\n${script}`)
      },
    },
  }
}
