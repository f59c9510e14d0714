import { readFile } from 'node:fs/promises'
import { minify, type Plugin } from 'vite'

/** Serves what must run before the page is seen as one file, ahead of everything else in the head: the page's policy allows no inline script. */
export function themeScriptPlugin(...files: string[]): Plugin {
  const read = async () => (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('')
  let reference: string | undefined
  return {
    name: 'store-theme-script',
    configureServer(server) {
      server.middlewares.use('/theme-script.js', (_request, response) => {
        read().then((source) => response.setHeader('content-type', 'text/javascript').end(source))
      })
    },
    async buildStart() {
      if (this.environment.mode !== 'build' || this.environment.config.build.ssr) return
      reference = this.emitFile({
        type: 'asset',
        name: 'theme.js',
        source: (await minify(files.join(), await read())).code,
      })
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
