import { readFile } from 'node:fs/promises'
import { minify, type Plugin } from 'vite'

/**
 * Puts small scripts into the pages themselves, since a file of its own would cost each a journey to the server: what must run
 * before the page is seen ahead of the body, and the start script, which fetches the app, after it; that of frames the server leaves in
 * no other page. The server tells browsers their hashes, which the page's policy asks for.
 */
export function inlineScriptsPlugin({ head, frame, start }: { head: string[]; frame: string; start: string }): Plugin {
  return {
    name: 'store-inline-scripts',
    transformIndexHtml: {
      order: 'post',
      async handler(_html, { server }) {
        const headScript = { tag: 'script', children: await smallest(...head), injectTo: 'head' as const }
        // In development the entry stands in the page as it is.
        if (server) return [headScript]
        return [
          headScript,
          { tag: 'script', attrs: { id: 'frame' }, children: await smallest(frame), injectTo: 'head' },
          { tag: 'script', attrs: { id: 'start' }, children: await smallest(start), injectTo: 'body' },
        ]
      },
    },
  }
}

async function smallest(...files: string[]): Promise<string> {
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const { code } = await minify(files.join(), sources.join(''), { module: false })
  return code.trim()
}
