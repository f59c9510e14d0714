import { open } from 'node:fs/promises'
import type { Response } from 'express'
import send from 'send'

/** Answers a GET or HEAD with a file below `root`, whole or one range of it; false when there is no such file. */
export function sendFromDisk(
  res: Response,
  path: string,
  { root, etag, lastModified }: { root: string; etag: string; lastModified?: boolean },
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    if (res.destroyed) return resolve(true)
    res.setHeader('ETag', etag)
    const file = send(res.req, encodeURI(path), { root, lastModified, etag: false, dotfiles: 'deny' })
    // The library reads into new memory for each piece; collecting that cost more than a third of what 50 viewers cost.
    file.stream = (found, range) => {
      const { start } = range as { start: number }
      // An empty file has no last byte, so the end of its range says nothing.
      const end = start + Number(res.getHeader('Content-Length'))
      writeRange(res, found, { start, end }).catch((error) => file.onStatError(error))
    }
    file.on('directory', () => resolve(false))
    file.on('error', (error: Error & { status?: number }) => {
      // It began, so there is nothing left to say but that it ended early.
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

/** The first byte, and the one behind the last. */
type Range = { start: number; end: number }

const PIECE_BYTES = 256 * 1024
/** 16 MB, for as many answers at once; others get memory of their own. */
const MOST_KEPT = 64
const kept: Buffer[] = []

/** Sends a range piece by piece through one buffer, which the next answer takes over. */
async function writeRange(res: Response, path: string, { start, end }: Range): Promise<void> {
  const file = await open(path)
  const buffer = kept.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES)
  try {
    for (let at = start; at < end; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(PIECE_BYTES, end - at), at)
      if (bytesRead === 0) throw new Error(`${path} ends before byte ${at}`)
      at += bytesRead
      // What was not taken by the system may still be read from: this buffer is not used again.
      if (!(await write(res, buffer.subarray(0, bytesRead)))) return
    }
    res.end()
    if (kept.length < MOST_KEPT) kept.push(buffer)
  } finally {
    await file.close()
  }
}

/** Waits until the system has taken the piece; false when the connection closed instead. */
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
