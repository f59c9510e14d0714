import type { Request, RequestHandler, Response } from 'express'

/** Runs work of a caller in turn. */
type Turn = (caller: string, work: () => Promise<void>) => Promise<void>

/**
 * Lets a handler outside of the API take turns for its reads. A turn ends as the answer begins, or with what passes to the next
 * handler: a slow reader holds none.
 */
export function readsInTurn(turn: Turn, callerOf: (req: Request) => string, handler: RequestHandler): RequestHandler {
  return (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return handler(req, res, next)
    const work = () =>
      new Promise<void>((resolve, reject) => {
        whenAnswered(res, resolve)
        const pass: typeof next = (error?: unknown) => {
          resolve()
          next(error)
        }
        Promise.resolve(handler(req, res, pass)).catch(reject)
      })
    const caller = callerOf(req)
    res.locals.caller = caller
    return turn(caller, work).catch(next)
  }
}

/** Runs once the head of the answer goes out, or its connection ends. */
function whenAnswered(res: Response, done: () => void): void {
  const { writeHead } = res
  res.writeHead = function (this: Response, ...head: Parameters<typeof writeHead>) {
    done()
    return writeHead.apply(this, head)
  } as typeof writeHead
  res.once('close', done)
}
