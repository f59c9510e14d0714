import type { Request } from 'express'
import { appError, plainError } from '../../errors.ts'
import { findJsonFault, holdsUnstorable } from './json-scan.ts'

const KB = 1024
const MB = 1024 ** 2
/** A body must be here in whole by then: slow senders hold nothing for long. */
const BODY_DEADLINE_MS = 10_000
/** Time to send the answer to a body that was too slow. */
const ANSWER_MS = 200
/** Memory of a body's piece beside its bytes. */
const PER_PIECE = 200

type Reading = { bytes: number; giveUp: () => void }
type Budget = { most: number; total: number; held: number; reading: Set<Reading> }

const budget = (most: number, total: number): Budget => ({ most, total, held: 0, reading: new Set() })

/**
 * Memory of one body, and of all in progress. An honest body arrives within moments, so where all hold too much the
 * longest in progress is dropped. Strangers cannot crowd out admins or the gateway.
 */
const budgets = {
  people: budget(64 * KB, 8 * MB),
  admins: budget(MB, 16 * MB),
  webhooks: budget(MB, 4 * MB),
}

export type BodySender = keyof typeof budgets

/** The body as bytes; 413 once it passes the limit of its sender, whatever its headers promised. */
export async function readRawBody(req: Request, sender: BodySender): Promise<Buffer> {
  const pool = budgets[sender]
  if (Number(req.headers['content-length'] ?? 0) > pool.most) throw tooLarge()
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw plainError('unsupported_media_type', 'Compressed bodies are not accepted')
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const mine: Reading = {
      bytes: 0,
      giveUp: () => failSlow(appError('unavailable', 'Too many requests at the moment. Please try again.')),
    }
    const finish = (act: () => void) => {
      clearTimeout(deadline)
      pool.held -= mine.bytes
      mine.bytes = 0
      pool.reading.delete(mine)
      chunks.length = 0
      req.removeAllListeners('data')
      req.removeAllListeners('end')
      req.removeAllListeners('error')
      req.removeAllListeners('aborted')
      req.on('error', () => {})
      act()
    }
    const fail = (error: Error) => {
      finish(() => {
        req.resume()
        reject(error)
      })
    }
    // The rest of the body stays unread.
    const failSlow = (error: Error) => {
      finish(() => {
        req.pause()
        reject(error)
      })
      setTimeout(() => req.destroy(), ANSWER_MS).unref()
    }
    const deadline = setTimeout(() => failSlow(appError('bad_request', 'The body came too slowly')), BODY_DEADLINE_MS)
    pool.reading.add(mine)
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > pool.most) return fail(tooLarge())
      chunks.push(chunk)
      mine.bytes += chunk.length + PER_PIECE
      pool.held += chunk.length + PER_PIECE
      if (pool.held > pool.total) giveUpOldest(pool)
    })
    req.on('end', () => {
      const body = Buffer.concat(chunks, bytes)
      finish(() => resolve(body))
    })
    req.on('error', () => fail(appError('bad_request', 'The body could not be read')))
    req.on('aborted', () => fail(appError('bad_request', 'The body could not be read')))
  })
}

function giveUpOldest(pool: Budget): void {
  for (const oldest of pool.reading) {
    oldest.giveUp()
    if (pool.held <= pool.total) return
  }
}

/**
 * Parses a JSON body: UTF-8 without byte order mark, no key twice, at most 32 deep, no NUL. An empty body counts as
 * `{}`, so that validation names the missing fields.
 */
export function parseJsonBody(req: Request, bytes: Buffer): unknown {
  if (bytes.length === 0) return {}
  if (!isJsonType(req.headers['content-type'])) {
    throw plainError('unsupported_media_type', 'The body must be application/json in UTF-8')
  }
  const text = decode(bytes)
  const fault = findJsonFault(text)
  if (fault) throw plainError('bad_request', fault)
  const value = parse(text)
  if (holdsUnstorable(value)) throw appError('invalid', 'Text must be valid Unicode without NUL')
  return value
}

function isJsonType(header: string | undefined): boolean {
  const [type = '', ...parameters] = (header ?? '').toLowerCase().split(';')
  if (type.trim() !== 'application/json') return false
  return parameters.every((parameter) => {
    const [name, value = ''] = parameter.split('=')
    return name?.trim() !== 'charset' || /^"?utf-?8"?$/.test(value.trim())
  })
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw plainError('bad_request', 'The body is not valid UTF-8')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw plainError('bad_request', 'The body is not valid JSON')
  }
}

function tooLarge() {
  return appError('too_large', 'The request is too large')
}
