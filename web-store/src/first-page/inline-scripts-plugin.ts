import { readFile } from 'node:fs/promises'
import { MARKS } from 'contract/sources/read-touch'
import { minify, type Plugin } from 'vite'
import { FIRST_SCRIPTS, FLOOR_MARK, HAS_ALL } from '../../build/floor/floor.ts'

/**
 * Inlines small scripts, because a file would cost a round trip: scripts that must run before the first paint go above
 * the body, and the start script, which loads the app, below it; the server removes the scripts of frames
 * and of shells from other pages. The server sends their hashes, which the page's policy requires. `MARKS` is the pattern of the parameters that
 * mark a link; the build of the polyfills puts their address in place of `POLYFILLS`.
 */
export function inlineScriptsPlugin({
  head,
  frame,
  ahead,
  start,
}: Record<'frame' | 'ahead' | 'start', string> & { head: string[] }): Plugin {
  return {
    name: 'store-inline-scripts',
    transformIndexHtml: {
      order: 'post',
      async handler(_html, { server }) {
        // In development nothing is polyfilled.
        const floor = {
          FLOOR_MARK: FLOOR_MARK.css,
          HAS_ALL: server ? 'true' : HAS_ALL,
          MARKS,
        }
        const inline = (...files: string[]) => smallest(floor, ...files)
        const headScript = { tag: 'script', children: await inline(...head), injectTo: 'head' as const }
        // In development the entry stays in the page unchanged.
        if (server) return [headScript]
        return [
          headScript,
          { tag: 'script', attrs: { id: 'frame' }, children: await inline(frame), injectTo: 'head' },
          { tag: 'script', attrs: { id: 'ahead' }, children: await inline(ahead), injectTo: 'head' },
          { tag: 'script', attrs: { id: 'start' }, children: await inline(start), injectTo: 'body' },
        ]
      },
    },
  }
}

async function smallest(names: Record<string, string>, ...files: string[]): Promise<string> {
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const source = Object.entries(names).reduce(
    (text, [name, value]) => text.replace(name, () => value),
    sources.join(''),
  )
  const { code } = await minify(files.join(), source, { module: false, compress: { target: FIRST_SCRIPTS.target } })
  return code.trim()
}
