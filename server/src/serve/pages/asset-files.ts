import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { RequestHandler } from 'express'
import { type ReadyAnswer, readyAnswer, sendReady } from '../../platform/net/ready-answer.ts'

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
/** A compressed form of a file, which nobody asks for by its name. */
const FORM = /\.(br|gz)$/
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
 * Serves the built files of the store below `/assets/`. Their names have a hash of their content, so browsers store
 * them for good; the build made the compressed forms, and the last release's are among them. A file is read on its
 * first request, and stays in memory: most never are.
 */
export function assetFiles(clientDir: string): RequestHandler {
  const folder = join(clientDir, 'assets')
  const names: ReadonlySet<string> = new Set(readdirSync(folder))
  const known = new Map<string, Promise<ReadyAnswer | undefined>>()
  const find = (name: string) => {
    if (!names.has(name) || FORM.test(name)) return undefined
    const found = known.get(name) ?? readAsset(folder, name, names).catch(() => void known.delete(name))
    known.set(name, found)
    return found
  }
  return async (req, res, next) => {
    if (!req.path.startsWith(PREFIX) || (req.method !== 'GET' && req.method !== 'HEAD')) return next()
    const file = await find(req.path.slice(PREFIX.length))
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

async function readAsset(folder: string, name: string, names: ReadonlySet<string>): Promise<ReadyAnswer> {
  const file = readyAnswer(TYPES[extname(name)] ?? 'application/octet-stream', await readFile(join(folder, name)))
  // The build compressed what is worth it; a font or a picture goes out as it is.
  const forms = [['br', `${name}.br`] as const, ['gzip', `${name}.gz`] as const].filter(([, form]) => names.has(form))
  for (const [encoding, form] of forms) file.packed[encoding] = Promise.resolve(await readFile(join(folder, form)))
  return { ...file, encodings: forms.map(([encoding]) => encoding), asked: Number.POSITIVE_INFINITY }
}
