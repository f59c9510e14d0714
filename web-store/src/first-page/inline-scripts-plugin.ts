import { readFile } from 'node:fs/promises'
import { MARKS } from 'contract/sources/read-touch'
import { minify, type Plugin } from 'vite'

/**
 * Inlines small scripts, because a file would cost a round trip: scripts that must run before the first paint go above
 * the body, and the start script, which loads the app, below it; the server removes the script of frames from other
 * pages. The server sends their hashes, which the page's policy requires. `MARKS` is the pattern of the parameters that mark a link.
 */
export function inlineScriptsPlugin({ head, frame, start }: { head: string[]; frame: string; start: string }): Plugin {
  return {
    name: 'store-inline-scripts',
    transformIndexHtml: {
      order: 'post',
      async handler(_html, { server }) {
        const headScript = { tag: 'script', children: await smallest(...head), injectTo: 'head' as const }
        // In development the entry stays in the page unchanged.
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
  const { code } = await minify(files.join(), sources.join('').replace('MARKS', MARKS), { module: false })
  return code.trim()
}
