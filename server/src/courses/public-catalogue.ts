import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'
import type { Request, RequestHandler, Response } from 'express'
import { z } from 'zod'
import { CourseId } from '../../contract/fields.ts'
import { contract } from '../../contract/index.ts'
import type { CatalogueAnswer, CatalogueQuery } from './catalogue-answers.ts'
import type { CatalogueCache } from './catalogue-cache.ts'

type Question = { call: 'courses.list'; query: CatalogueQuery } | { call: 'courses.get'; courseId: string }

const PATH = /^\/api\/go\/courses(?:\/([^/]+))?\/?$/
const MAX_REMEMBERED_ADDRESSES = 2_000
const SMALLEST_TO_COMPRESS = 1_024

const listQuery = contract.courses.list['~orpc'].inputSchema ?? z.never()

/**
 * Answers the public catalogue ahead of the router. It takes only what the contract's own schema accepts; everything
 * else (a wrong query, an unknown course, another method) goes on to the router, which knows how to say no.
 */
export function publicCatalogue(cache: CatalogueCache): RequestHandler {
  // The same address always asks the same: it is read once.
  const questions = new Map<string, Question>()
  const compressed = new WeakMap<CatalogueAnswer, Promise<Buffer>>()

  function questionOf(address: string): Question | undefined {
    const known = questions.get(address)
    if (known) return known
    const question = readQuestion(address)
    if (!question) return undefined
    if (questions.size >= MAX_REMEMBERED_ADDRESSES) questions.clear()
    questions.set(address, question)
    return question
  }

  async function send(req: Request, res: Response, answer: CatalogueAnswer): Promise<void> {
    for (const name in answer.headers) res.setHeader(name, answer.headers[name] ?? '')
    res.setHeader('Vary', 'Accept-Encoding')
    if (hasEtag(req.headers['if-none-match'], answer.headers.ETag)) {
      res.statusCode = 304
      res.end()
      return
    }
    res.setHeader('Content-Type', 'application/json')
    let body = answer.body
    if (body.length >= SMALLEST_TO_COMPRESS && takesGzip(req.headers['accept-encoding'])) {
      const packing = compressed.get(answer) ?? promisify(gzipCallback)(body)
      compressed.set(answer, packing)
      body = await packing
      res.setHeader('Content-Encoding', 'gzip')
    }
    res.setHeader('Content-Length', body.length)
    res.end(req.method === 'HEAD' ? undefined : body)
  }

  return async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next()
    const question = questionOf(req.originalUrl)
    if (!question) return next()
    const answer = await (question.call === 'courses.list'
      ? cache.list(question.query)
      : cache.single(question.courseId))
    if (!answer) return next()
    res.locals.route = question.call
    await send(req, res, answer)
  }
}

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

/** Undefined for what two readers could see differently: a key given twice, brackets, broken encoding, NUL. */
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

function hasEtag(header: string | undefined, etag: string | undefined): boolean {
  if (!header || !etag) return false
  if (header === etag || header.trim() === '*') return true
  const strong = etag.replace(/^W\//, '')
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === strong)
}

function takesGzip(header: string | string[] | undefined): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(header ?? ''))
}
