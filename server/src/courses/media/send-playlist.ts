import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Request, Response } from 'express'

export const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl'

const packed = promisify(gzip)

/** Answers with a playlist; the same address stands in it hundreds of times, so it is packed where that is understood. */
export async function sendPlaylist(req: Request, res: Response, text: string): Promise<void> {
  res.set({ 'Content-Type': PLAYLIST_TYPE, 'X-Content-Type-Options': 'nosniff', Vary: 'Accept-Encoding' })
  if (req.acceptsEncodings('gzip') !== 'gzip') {
    res.end(req.method === 'HEAD' ? undefined : text)
    return
  }
  const body = await packed(text)
  res.set({ 'Content-Encoding': 'gzip', 'Content-Length': String(body.length) })
  res.end(req.method === 'HEAD' ? undefined : body)
}
