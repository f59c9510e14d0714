import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The reference for the shop's file delivery: ranges of one file with plain Node, for any caller.

const path = process.env.FILE ?? ''
const { size } = statSync(path)

const server = createServer((req, res) => {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(req.headers.range ?? '') ?? []
  const start = Number(from ?? 0)
  const end = to ? Number(to) : size - 1
  const range = from === undefined ? {} : { 'Content-Range': `bytes ${start}-${end}/${size}` }
  res.writeHead(from === undefined ? 200 : 206, {
    ...{ 'Content-Type': 'video/mp4', 'Accept-Ranges': 'bytes', 'Content-Length': end - start + 1 },
    ...range,
  })
  createReadStream(path, { start, end }).pipe(res)
})
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
