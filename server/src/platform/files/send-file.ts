import { open } from 'node:fs/promises'
import type { Response } from 'express'
import send from 'send'
import { roomToSend } from '../net/unread.ts'

/** Sends a file below `root` for GET or HEAD, whole or one range; returns false without a file. */
export function sendFromDisk(
  res: Response,
  path: string,
  { root, etag, lastModified }: { root: string; etag: string; lastModified?: boolean },
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    if (res.destroyed) return resolve(true)
    res.setHeader('ETag', etag)
    const file = send(res.req, encodeURI(path), { root, lastModified, etag: false, dotfiles: 'deny' })
    // The library allocates memory for each piece; collecting it cost over a third of the CPU of 50 viewers.
    file.stream = (found, range) => {
      const { start } = range as { start: number }
      // An empty file has no last byte, so its range has no meaningful end.
      const end = start + Number(res.getHeader('Content-Length'))
      writeRange(res, found, { start, end }).catch((error) => file.onStatError(error))
    }
    file.on('directory', () => resolve(false))
    file.on('error', (error: Error & { status?: number }) => {
      // The answer has begun: closing the connection is the only signal left.
      if (res.headersSent) return res.destroy()
      res.removeHeader('ETag')
      if (error.status === 404 || error.status === 403) return resolve(false)
      if (error.status !== 416 && error.status !== 412) return reject(error)
      // The header Content-Range of a 416 is set already.
      res.status(error.status).removeHeader('Content-Type')
      res.end()
    })
    res.once('close', () => resolve(true))
    file.pipe(res)
  })
}

/** `end` is exclusive. */
type Range = { start: number; end: number }

const PIECE_BYTES = 256 * 1024
/** 16 MB for simultaneous answers; further ones allocate their own. */
const MOST_KEPT = 64
const spare: Buffer[] = []

/** Sends a range piece by piece through one buffer, which the next answer reuses. */
async function writeRange(res: Response, path: string, { start, end }: Range): Promise<void> {
  const file = await open(path)
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES)
  try {
    for (let at = start; at < end; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(PIECE_BYTES, end - at), at)
      if (bytesRead === 0) throw new Error(`${path} ends before byte ${at}`)
      at += bytesRead
      if (!(await roomToSend(res.socket))) return void res.destroy()
      // The system may still read from an unsent piece: this buffer is not reused.
      if (!(await write(res, buffer.subarray(0, bytesRead)))) return
    }
    res.end()
    if (spare.length < MOST_KEPT) spare.push(buffer)
  } finally {
    await file.close()
  }
}

/** Waits until the system has accepted the piece; false when the connection closed instead. */
function write(res: Response, piece: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    if (res.destroyed) return resolve(false)
    const closed = () => resolve(false)
    res.once('close', closed)
    res.write(piece, (error) => {
      res.off('close', closed)
      resolve(!error)
    })
  })
}
