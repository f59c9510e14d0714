import type { Request } from 'express'
import { appError } from '../errors.ts'
import { findJsonFault, holdsUnstorable } from './json-scan.ts'

/** JSON bodies may have 1 MB. */
const MAX_BODY_BYTES = 1024 * 1024
/** A body must be here in whole by then: slow senders hold nothing for long. */
const BODY_DEADLINE_MS = 15_000

/** The body as bytes; 413 once it passes the limit, whatever its headers promised. */
export async function readRawBody(req: Request): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw appError('unsupported_media_type', 'Compressed bodies are not accepted')
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const finish = (act: () => void) => {
      clearTimeout(deadline)
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
    const deadline = setTimeout(() => {
      fail(appError('bad_request', 'The body came too slowly'))
      // Time for the answer to go out; whoever sends byte by byte would hold the socket for ever.
      setTimeout(() => req.destroy(), 1_000).unref()
    }, BODY_DEADLINE_MS)
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_BODY_BYTES) fail(tooLarge())
      else chunks.push(chunk)
    })
    req.on('end', () => finish(() => resolve(Buffer.concat(chunks, bytes))))
    req.on('error', () => fail(appError('bad_request', 'The body could not be read')))
    req.on('aborted', () => fail(appError('bad_request', 'The body could not be read')))
  })
}

/**
 * Parses a JSON body: UTF-8 without byte order mark, no key twice, at most 32 deep, no NUL. An empty body counts as
 * `{}`, so that validation names the missing fields.
 */
export function parseJsonBody(req: Request, bytes: Buffer): unknown {
  if (bytes.length === 0) return {}
  if (!isJsonType(req.headers['content-type'])) {
    throw appError('unsupported_media_type', 'The body must be application/json in UTF-8')
  }
  const text = decode(bytes)
  const fault = findJsonFault(text)
  if (fault) throw appError('bad_request', fault)
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
    throw appError('bad_request', 'The body is not valid UTF-8')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw appError('bad_request', 'The body is not valid JSON')
  }
}

function tooLarge() {
  return appError('too_large', 'The request is too large')
}
