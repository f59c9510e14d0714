import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/** Serves the theme script as a file of its own, ahead of everything else in the head: the page's policy allows no inline script. */
export function themeScriptPlugin(file: string): Plugin {
  let reference: string | undefined
  return {
    name: 'store-theme-script',
    configureServer(server) {
      server.middlewares.use('/theme-script.js', (_request, response) => {
        readFile(file).then((source) => response.setHeader('content-type', 'text/javascript').end(source))
      })
    },
    async buildStart() {
      if (this.environment.mode !== 'build' || this.environment.config.build.ssr) return
      reference = this.emitFile({ type: 'asset', name: 'theme.js', source: await readFile(file, 'utf8') })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const built =
          bundle && reference ? Object.values(bundle).find((part) => part.fileName.includes('theme-')) : undefined
        const src = built ? `/${built.fileName}` : '/theme-script.js'
        return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }]
      },
    },
  }
}
