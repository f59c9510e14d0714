import type { RequestHandler, Response } from 'express'
import { appError } from '../../errors.ts'
import { readsFor, roomToSend } from '../../platform/net/unread.ts'
import { clientAddress } from './client-address.ts'

/** Lets a request begin once its client has read enough of earlier answers; else refuses it, and ends the connection. */
export function boundUnread(): RequestHandler {
  return (req, res, next) => {
    readsFor(req.socket, clientAddress(req))
    const room = roomToSend(req.socket)
    if (room === true) return next()
    room.then((hasRoom) => next(hasRoom ? undefined : refuseReader(res)), next)
  }
}

function refuseReader(res: Response): Error {
  res.set({ 'Retry-After': '1', Connection: 'close' })
  return appError('rate_limited', 'Too many requests at once. Please try again in a moment.')
}
