import { contract } from 'contract'
import { CourseId } from 'contract/fields'
import type { Request, RequestHandler, Response } from 'express'
import { z } from 'zod'
import { CATALOGUE_TAG, cacheAtEdge, courseTag } from '../../platform/net/cache-at-edge.ts'
import { sendReady } from '../../platform/net/ready-answer.ts'
import type { CatalogueQuery } from './catalogue-answers.ts'
import type { CatalogueCache } from './catalogue-cache.ts'

type Question = { call: 'courses.list'; query: CatalogueQuery } | { call: 'courses.get'; courseId: string }

const PATH = /^\/api\/go\/courses(?:\/([^/]+))?\/?$/
const MAX_REMEMBERED_ADDRESSES = 2_000

const listQuery = contract.courses.list['~orpc'].inputSchema ?? z.never()

type PublicCatalogueOptions = {
  /** Counts an uncached search; throws when its client exceeds the limit. */
  countSearch?: (req: Request, res: Response) => Promise<void>
}

/**
 * Answers the public catalogue ahead of the router. It takes only requests that the contract's schema accepts;
 * everything else (a wrong query, an unknown course, another method) passes to the router for its refusal.
 */
export function publicCatalogue(cache: CatalogueCache, { countSearch }: PublicCatalogueOptions = {}): RequestHandler {
  // Each address is parsed once: it always means the same query.
  const questions = new Map<string, Question>()

  function questionOf(address: string): Question | undefined {
    const known = questions.get(address)
    if (known) return known
    const question = readQuestion(address)
    if (!question) return undefined
    if (questions.size >= MAX_REMEMBERED_ADDRESSES) questions.clear()
    questions.set(address, question)
    return question
  }

  return async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next()
    const question = questionOf(req.originalUrl)
    if (!question) return next()
    if (question.call === 'courses.list' && question.query.q && !cache.has(question.query))
      await countSearch?.(req, res)
    const version = cache.version()
    const answer = await (question.call === 'courses.list'
      ? cache.list(question.query)
      : cache.single(question.courseId))
    if (!answer) return next()
    res.locals.route = question.call
    // An answer made during a change may be stale.
    if (cache.version() === version) cacheAtEdge(res, tagsOf(question))
    for (const name in answer.headers) res.setHeader(name, answer.headers[name] ?? '')
    await sendReady(req, res, answer.ready)
  }
}

const tagsOf = (question: Question) =>
  question.call === 'courses.get' ? [CATALOGUE_TAG, courseTag(question.courseId)] : [CATALOGUE_TAG]

function readQuestion(address: string): Question | undefined {
  if (address.length > 2_000) return undefined
  const [path = '', query = '', ...rest] = address.split('?')
  const match = PATH.exec(path)
  if (!match || rest.length > 0) return undefined
  const decoded = decode(`${match[1] ?? ''}`)
  const fields = readQuery(query)
  if (decoded === undefined || !fields) return undefined
  if (match[1] !== undefined) {
    const id = CourseId.safeParse(decoded)
    return id.success ? { call: 'courses.get', courseId: id.data } : undefined
  }
  const parsed = z.safeParse(listQuery as z.ZodType<CatalogueQuery>, fields)
  return parsed.success ? { call: 'courses.list', query: parsed.data } : undefined
}

/**
 * Returns undefined for a query that two parsers could read differently: repeated keys, brackets, broken encoding, NUL.
 */
function readQuery(query: string): Record<string, string> | undefined {
  if (decode(query) === undefined) return undefined
  const fields: Record<string, string> = {}
  for (const [key, value] of new URLSearchParams(query)) {
    if (key in fields || !/^\w+$/.test(key) || value.includes('\0')) return undefined
    fields[key] = value
  }
  return fields
}

function decode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text)
    return decoded.includes('\0') ? undefined : decoded
  } catch {
    return undefined
  }
}
