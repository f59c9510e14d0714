import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { RequestHandler } from 'express'
import { type ReadyAnswer, readyAnswer, sendReady } from '../net/ready-answer.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.map': 'application/json',
}

const PREFIX = '/assets/'
/**
 * A worker goes by the policy it comes with, not by that of its page. One hashes by WebAssembly and does nothing else; one makes video, and its
 * encoder of sound brings a worker of its own as text.
 */
const WORKERS: [RegExp, string][] = [
  [/^\/assets\/hash-worker-[\w-]+\.js$/, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"],
  [
    /^\/assets\/make-rung-worker-[\w-]+\.js$/,
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:",
  ],
]

/**
 * Serves the built files of the store below `/assets/`. Their names carry a hash of their content, so they are kept for good; the
 * compressed forms were made by the build, and those of the last release are among them. All together are a few megabytes at
 * most and are held in memory.
 */
export function assetFiles(clientDir: string): RequestHandler {
  const files = readAssets(join(clientDir, 'assets'))
  return async (req, res, next) => {
    if (!req.path.startsWith(PREFIX) || (req.method !== 'GET' && req.method !== 'HEAD')) return next()
    const file = files.get(req.path.slice(PREFIX.length))
    if (!file) {
      res.statusCode = 404
      res.setHeader('Cache-Control', 'no-store')
      res.setHeader('Content-Type', 'text/plain; charset=utf-8')
      res.end('Not found')
      return
    }
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    const policy = WORKERS.find(([path]) => path.test(req.path))?.[1]
    if (policy) res.setHeader('Content-Security-Policy', policy)
    await sendReady(req, res, file)
  }
}

function readAssets(folder: string): Map<string, ReadyAnswer> {
  const names = new Set(readdirSync(folder))
  const files = new Map<string, ReadyAnswer>()
  for (const name of names) {
    if (/\.(br|gz)$/.test(name)) continue
    const file = readyAnswer(TYPES[extname(name)] ?? 'application/octet-stream', readFileSync(join(folder, name)))
    // The build compressed what is worth it; a font or a picture goes out as it is.
    const forms = [['br', `${name}.br`] as const, ['gzip', `${name}.gz`] as const].filter(([, form]) => names.has(form))
    for (const [encoding, form] of forms) file.packed[encoding] = Promise.resolve(readFileSync(join(folder, form)))
    files.set(name, { ...file, encodings: forms.map(([encoding]) => encoding) })
  }
  return files
}
