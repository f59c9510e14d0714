import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import express from 'express'
import { expect, it } from 'vitest'
import { readyAnswer, sendReady } from './ready-answer.ts'

it('only frequent answers are compressed at best quality', async () => {
  const text = Array.from(
    { length: 2_000 },
    (_, line) => `line ${line} of ${(line * 7919) % 97} and ${line % 13}`,
  ).join('\n')
  const often = readyAnswer('text/plain', text)
  const seldom = readyAnswer('text/plain', text)
  const large = readyAnswer('text/plain', text.repeat(10))
  const app = express()
  app.get('/often', (req, res) => sendReady(req, res, often))
  app.get('/seldom', (req, res) => sendReady(req, res, seldom))
  app.get('/large', (req, res) => sendReady(req, res, large))
  const server = createServer(app).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const request = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'br' } })
    expect(await answer.text()).toBe(path === '/large' ? text.repeat(10) : text)
    return { size: Number(answer.headers.get('content-length')), etag: answer.headers.get('etag') }
  }
  try {
    // Compression runs in turn: once the next answer is compressed, this one would be.
    const { size } = await request('/large')
    for (let time = 0; time < 9; time++) await request('/large')
    const first = await request('/often')
    for (let time = 0; time < 9; time++) await request('/often')
    await expect.poll(async () => (await request('/often')).size).toBeLessThan(first.size)
    expect((await request('/often')).etag).toBe(first.etag)
    expect((await request('/seldom')).size).toBe(first.size)
    expect((await request('/large')).size).toBe(size)
    expect(brotliDecompressSync((await often.packed.br) ?? '').toString()).toBe(text)
  } finally {
    server.close()
  }
})
