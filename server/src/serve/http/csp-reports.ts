import { type RequestHandler, Router } from 'express'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { sendError } from './encode-error.ts'
import { readRawBody } from './read-body.ts'

/** So many are read in a minute by one instance; a fault of ours is seen in the first. */
const MOST_A_MINUTE = 120
const MINUTE_MS = 60_000
const MOST_IN_ONE = 10

const text = z.string().max(4_000).catch('')

/** `report-uri` sends the first form, the Reporting API the second. */
const Legacy = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': text,
    'document-uri': text,
  }),
})
const Modern = z
  .array(
    z.object({
      type: z.literal('csp-violation'),
      body: z.object({ effectiveDirective: text, blockedURL: text, sourceFile: text, documentURL: text }),
    }),
  )
  .max(MOST_IN_ONE)

type Report = { directive: string; blocked: string; source: string; document: string }

/** Takes reports from whoever sends them, so they say little: 204, what is no report is a 400, too many are a 429. */
export function cspReports({ log, now }: Pick<Context, 'log' | 'now'>): RequestHandler {
  let since = 0
  let taken = 0
  const count = () => {
    const at = now().getTime()
    if (Math.abs(at - since) >= MINUTE_MS) [since, taken] = [at, 0]
    if (++taken > MOST_A_MINUTE) throw plainError('rate_limited', 'Too many reports')
  }
  const router = Router()
  router.post('/', async (req, res) => {
    try {
      res.setHeader('Cache-Control', 'no-store')
      count()
      for (const report of reportsIn((await readRawBody(req, 'people')).toString('utf8'))) {
        if (isOfExtension(report)) continue
        const { directive, blocked, source, document } = report
        const fields = { directive: directive.slice(0, 40), blocked: place(blocked), source: place(source) }
        log.warn({ ...fields, page: screenOf(document) }, 'the content security policy kept something back')
      }
      res.status(204).end()
    } catch (error) {
      if ((error as { code?: unknown }).code === 'rate_limited') res.setHeader('Retry-After', '60')
      sendError(res, error, log)
    }
  })
  router.use((_req, res) => {
    res.setHeader('Allow', 'POST')
    throw plainError('method_not_allowed', 'This method is not allowed here')
  })
  return router
}

function reportsIn(body: string): Report[] {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw plainError('bad_request', 'This is no report')
  }
  const modern = Modern.safeParse(value)
  if (modern.success) {
    return modern.data.map(({ body: { effectiveDirective, blockedURL, sourceFile, documentURL } }) => ({
      directive: effectiveDirective,
      blocked: blockedURL,
      source: sourceFile,
      document: documentURL,
    }))
  }
  const legacy = Legacy.safeParse(value)
  if (!legacy.success) throw plainError('bad_request', 'This is no report')
  const report = legacy.data['csp-report']
  return [
    {
      directive: report['effective-directive'] || report['violated-directive'],
      blocked: report['blocked-uri'],
      source: report['source-file'],
      document: report['document-uri'],
    },
  ]
}

/** Extensions of a browser put their own scripts into pages; that is between them and their user. */
function isOfExtension({ blocked, source }: Report): boolean {
  return [blocked, source].some((address) => /^[a-z-]*-extension:|^(about|sandbox eval code)/i.test(address))
}

/** The host of an address, or a word such as `inline`: paths and queries may speak of a person. */
function place(address: string): string {
  if (URL.canParse(address)) return new URL(address).origin.slice(0, 100)
  return /^[a-z-]{0,20}$/.test(address) ? address : 'other'
}

/** The first part of a page's path, such as `/course`; what comes after it may be a person's. */
function screenOf(address: string): string {
  const [, first = ''] = URL.canParse(address) ? new URL(address).pathname.split('/') : []
  return `/${/^[a-z_-]{0,30}$/.test(first) ? first : ''}`
}
