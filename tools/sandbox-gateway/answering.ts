import { setTimeout as sleep } from 'node:timers/promises'
import type { Request, RequestHandler, Response } from 'express'
import type { Knex } from 'knex'
import { type ApiFault, recordCall } from './faults.ts'
import { errorBody, Refusal } from './refusal.ts'

/**
 * Handles one API call: counts it under `kind`, then returns the result of `act`, unless a fault of that kind or path
 * waits. Faults act around the call, never inside, so the ledger is right whatever the caller receives.
 */
export function apiCall(db: Knex, kind: string, act: (req: Request) => Promise<object>): RequestHandler {
  return async (req, res) => {
    const fault = await recordCall(db, { kind, path: `${req.method} ${req.baseUrl}${req.path}` })
    if (fault?.fault === 'answer' && !fault.act) return spoil(res, fault)
    if (fault?.fault === 'drop' && !fault.act) return void req.socket.destroy()
    const { status, body } = await outcome(() => act(req))
    if (fault?.fault === 'delay') await sleep(fault.ms, undefined, { ref: false })
    if (fault?.fault === 'answer') return spoil(res, fault)
    if (fault?.fault === 'drop') return void req.socket.destroy()
    res.status(status).json(body)
  }
}

async function outcome(act: () => Promise<object>): Promise<{ status: number; body: object }> {
  try {
    return { status: 200, body: await act() }
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: errorBody(error) }
    throw error
  }
}

const PAGE = '<!doctype html><html><head><title>Error</title></head><body><h1>Something went wrong</h1></body></html>'

function spoil(res: Response, fault: Extract<ApiFault, { fault: 'answer' }>): void {
  if (fault.retry_after !== undefined) res.set('Retry-After', String(fault.retry_after))
  res.status(fault.status)
  if (fault.html) {
    res.type('html').send(PAGE)
    return
  }
  const code = fault.status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR'
  const message = fault.description ?? (fault.status === 429 ? 'Too many requests' : 'The server is not working')
  res.json(errorBody({ code, message, field: undefined }))
}
