import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A gateway that answers from memory. It is not part of the measurement: the sandbox would write into the measured
// database.

const server = createServer((req, res) => {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', () => {
    const requested = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}')
    const id = `plink_${randomBytes(9).toString('hex')}`
    const { amount, currency, reference_id, expire_by, callback_url } = requested
    const link = { id, amount, amount_paid: 0, currency, reference_id, expire_by, callback_url, status: 'created' }
    res.writeHead(200, { 'Content-Type': 'application/json' })
    res.end(
      JSON.stringify({ ...link, short_url: `https://example.com/${id}`, payments: [], created_at: 1_800_000_000 }),
    )
  })
})
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
