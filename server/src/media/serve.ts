import { mediaFacts } from 'contract/media-address'
import { extensionOf, servedTypes } from 'contract/media-kinds'
import { type RequestHandler, Router } from 'express'
import type { Context } from '../context.ts'
import { appError } from '../errors.ts'

const MEDIA_ID = /^[A-Za-z0-9_-]{16,64}$/
/** Browsers show no PDF in a sandbox of ours; they have one of their own. */
const PDF_POLICY = "default-src 'none'; frame-ancestors 'self'"
const FILE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/

/**
 * Answers `/{id}/{name}` with the stored file, for everybody who knows the address. The type comes from the name that we
 * gave, nothing in the file can run, and it never changes. One range is answered with it, several with the whole file.
 */
export function createMediaRouter({ files }: Pick<Context, 'files'>): RequestHandler {
  const router = Router()
  router.all('/:id/:name', async (req, res) => {
    const { id, name } = req.params
    const served = servedTypes.get(extensionOf(name))
    if (!MEDIA_ID.test(id) || !FILE_NAME.test(name) || !served) throw notFound()
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('Allow', 'GET, HEAD')
      throw appError('method_not_allowed', 'This method is not allowed here')
    }
    res.locals.route = 'media'
    res.set({
      'Content-Type': served.type,
      'Content-Disposition': served.inline ? 'inline' : 'attachment',
      'Content-Security-Policy': served.kind === 'pdf' ? PDF_POLICY : "sandbox; default-src 'none'",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
    if (await files.send(res, { mediaId: id, name })) return
    const original = await originalOf(files, id, name)
    if (!original) throw notFound()
    res.setHeader('Cache-Control', 'no-store')
    res.removeHeader('Content-Type')
    res.redirect(302, original)
  })
  router.use(() => {
    throw notFound()
  })
  return router
}

const WIDTH_NAME = /^(.+)-(\d{1,5})\.(?:avif|webp)$/
const ORIGINALS = ['webp', 'jpg', 'png', 'gif']

/** Pages ask for the widths of a picture as soon as it is stored: until they are made, the original is shown in their place. */
async function originalOf(files: Context['files'], mediaId: string, name: string): Promise<string | undefined> {
  const [, base, width] = WIDTH_NAME.exec(name) ?? []
  if (!base || !mediaFacts(`/media/${mediaId}/`)?.widths.includes(Number(width))) return undefined
  for (const extension of ORIGINALS) {
    const original = `${base}.${extension}`
    if (await files.has({ mediaId, name: original })) return `/media/${mediaId}/${original}`
  }
  return undefined
}

const notFound = () => appError('not_found', 'File not found')
