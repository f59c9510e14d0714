import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postEvent, type Resolve } from './post-event.ts'
import { isPublicAddress } from './public-address.ts'

/** First, some middle and last address of each reserved range. */
const reservedV4 = [
  ['0.0.0.0', '0.0.0.1', '0.255.255.255'],
  ['10.0.0.0', '10.0.0.1', '10.1.2.3', '10.255.255.255'],
  ['100.64.0.0', '100.64.0.1', '100.100.100.200', '100.127.255.255'],
  ['127.0.0.0', '127.0.0.1', '127.0.1.1', '127.1.1.1', '127.255.255.255'],
  ['169.254.0.0', '169.254.169.254', '169.254.170.2', '169.254.255.255'],
  ['172.16.0.0', '172.16.0.1', '172.17.0.1', '172.20.10.2', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.8', '192.0.0.170', '192.0.0.192', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.1', '192.0.2.255'],
  ['192.31.196.1', '192.52.193.1', '192.175.48.1', '192.88.99.1', '192.88.99.255'],
  ['192.168.0.0', '192.168.0.1', '192.168.1.1', '192.168.255.255'],
  ['198.18.0.0', '198.18.0.1', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.7', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.9', '203.0.113.255'],
  ['224.0.0.0', '224.0.0.1', '224.0.0.251', '239.255.255.250', '239.255.255.255'],
  ['240.0.0.0', '240.0.0.1', '254.1.1.1', '255.255.255.254', '255.255.255.255'],
].flat()

const hex = (v4: string) =>
  v4
    .split('.')
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')
const pair = (v4: string) => `${hex(v4).slice(0, 4)}:${hex(v4).slice(4)}`

const innerV4 = [
  ...['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.1.1', '172.16.0.1', '100.64.0.1'],
  ...['0.0.0.0', '127.1.1.1', '224.0.0.1', '198.18.0.1'],
]
/** Every form in which IPv6 carries an address of IPv4. */
const carried = innerV4.flatMap((v4) => [
  `::ffff:${v4}`,
  `::ffff:${pair(v4)}`,
  `::${v4}`,
  `::${pair(v4)}`,
  `::ffff:0:${v4}`,
  `64:ff9b::${v4}`,
  `64:ff9b::${pair(v4)}`,
  `64:ff9b:1::${v4}`,
  `2002:${pair(v4)}::`,
  `2002:${pair(v4)}::1`,
  `2001:0:4136:e378:8000:63bf:${pair(v4)}`,
  `fe80::5efe:${v4}`,
])
const reservedV6 = [
  ['::', '::1', '::2', '0:0:0:0:0:0:0:1', '100::', '100::1', '100:0:0:1::1'],
  ['fc00::', 'fc00::1', 'fd00::1', 'fd00:ec2::254', 'fdff:ffff::1', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::', 'fe80::1', 'fe80::a9fe:a9fe', 'febf::1', 'fec0::1', 'feff::1'],
  ['ff00::', 'ff01::1', 'ff02::1', 'ff02::fb', 'ff05::2', 'ff0e::1', 'ffff::1'],
  ['2001::', '2001::1', '2001:2::1', '2001:10::1', '2001:20::1', '2001:db8::', '2001:db8::1', '2001:db8:ffff::1'],
  ['2002::', '2620:4f:8000::1', '3fff::1', '3fff:fff::1', '5f00::1', '4000::1', '8000::1', 'e000::1'],
  ['fe80::1%lo', 'fe80::1%eth0', '2606:4700::1111%eth0'],
].flat()

const notAddresses = [
  '',
  'localhost',
  'example.com',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  '[::1]',
  '0x7f000001',
  '2130706433',
]

const open = [
  ['8.8.8.8', '1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.1'],
  ['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.167.255.255', '192.169.0.0'],
  ['198.17.255.255', '198.20.0.0', '203.0.112.255', '203.0.114.0', '223.255.255.255'],
  ['2606:4700:4700::1111', '2a00:1450:4001:80b::200e', '2404:6800:4009::1', '2400:cb00::1', '2001:4860:4860::8888'],
].flat()

test.each([...reservedV4, ...carried, ...reservedV6, ...notAddresses])('%j is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(open)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

let port: number
let connections = 0
const inner = createTcpServer((socket) => {
  connections += 1
  socket.destroy()
})
beforeAll(async () => {
  await new Promise<void>((resolve) => inner.listen(0, '::', resolve))
  port = (inner.address() as AddressInfo).port
})
afterAll(() => inner.close())

const message = { body: '{}', headers: { 'content-type': 'application/json' } }
const leadsTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

/** Spellings that `URL`, or a careless check, reads as this machine or a private network. */
const spellings = [
  ['https://127.0.0.1:PORT', 'https://127.1:PORT', 'https://127.0.1:PORT', 'https://0:PORT', 'https://0.0.0.0:PORT'],
  ['https://2130706433:PORT', 'https://0x7f000001:PORT', 'https://0x7f.0.0.1:PORT', 'https://0x7f.1:PORT'],
  ['https://017700000001:PORT', 'https://0177.0.0.1:PORT', 'https://0177.1:PORT', 'https://127.0.0.1.:PORT'],
  ['https://１２７.０.０.１:PORT', 'https://127。0。0。1:PORT', 'https://①②⑦.0.0.1:PORT', 'https://127%2E0.0.1:PORT'],
  ['https://[::1]:PORT', 'https://[::]:PORT', 'https://[0:0:0:0:0:0:0:1]:PORT', 'https://[::ffff:127.0.0.1]:PORT'],
  ['https://[::ffff:7f00:1]:PORT', 'https://[::127.0.0.1]:PORT', 'https://[64:ff9b::7f00:1]:PORT'],
  ['https://[2002:7f00:1::]:PORT', 'https://[fe80::1]:PORT', 'https://[fd00::1]:PORT', 'https://[ff02::1]:PORT'],
  [
    'https://169.254.169.254:PORT',
    'https://0xa9fea9fe:PORT',
    'https://2852039166:PORT',
    'https://[fd00:ec2::254]:PORT',
  ],
  ['http://127.0.0.1:PORT', 'http://localhost:PORT', 'http://[::1]:PORT', 'http://example.com:PORT'],
  ['https://user:pass@127.0.0.1:PORT', 'https://user@example.com:PORT', 'https://:pass@example.com:PORT'],
  ['https://example.com@127.0.0.1:PORT', 'https://127.0.0.1:PORT@example.com', 'https://example.com#@127.0.0.1:PORT'],
  ['https://127.0.0.1:PORT#example.com', 'https://127.0.0.1:PORT?example.com', 'https:\\\\127.0.0.1:PORT'],
  [
    'ftp://127.0.0.1:PORT',
    'file:///etc/passwd',
    'gopher://127.0.0.1:PORT',
    'unix:/var/run/docker.sock',
    'ws://127.0.0.1:PORT',
  ],
  [
    'data:text/plain,x',
    'javascript:1',
    '//127.0.0.1:PORT',
    '127.0.0.1:PORT',
    'https://',
    'https://:PORT',
    'not an address',
  ],
].flat()

test.each(spellings)('%s is not connected to in production', async (spelling) => {
  const before = connections
  const { status, answer } = await postEvent(spelling.replaceAll('PORT', String(port)), message, {
    production: true,
    resolve: leadsTo('127.0.0.1'),
  })
  expect([status, connections]).toEqual([null, before])
  expect(answer).not.toBe('')
})

test.each([
  ['127.0.0.1'],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['8.8.8.8', '127.0.0.1'],
  ['127.0.0.1', '8.8.8.8'],
  ['2606:4700::1111', '10.0.0.1'],
  ['8.8.8.8', '::1'],
  ['8.8.8.8', '1.1.1.1', '169.254.169.254'],
  ['198.18.0.7'],
  [],
])('a name that leads to %s is not connected to', async (...addresses) => {
  for (const production of [true, false]) {
    const before = connections
    const { status } = await postEvent(`https://hooks.example:${port}/`, message, {
      production,
      resolve: leadsTo(...addresses),
    })
    expect([status, connections]).toEqual([null, before])
  }
})

test('a name is looked up once, so its second answer is not connected to', async () => {
  let looks = 0
  const resolve: Resolve = async () => {
    looks += 1
    // A documentation address of the second look would be this machine.
    return [{ address: looks === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }]
  }
  const { status } = await postEvent(`https://rebind.example:${port}/`, message, { production: true, resolve })
  expect([status, looks, connections]).toEqual([null, 1, connections])
})

test('outside production only 127.0.0.1 itself is reached without https', async () => {
  let requests = 0
  const receiver = createServer((_request, response) => {
    requests += 1
    response.end('ok')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port: own } = receiver.address() as AddressInfo
  try {
    const post = (address: string) => postEvent(address, message, { production: false })
    expect(await post(`http://127.0.0.1:${own}/`)).toMatchObject({ status: 200, answer: 'ok' })
    for (const host of ['localhost', '127.0.0.2', '[::1]', '10.0.0.1', 'user@127.0.0.1'])
      expect(await post(`http://${host}:${own}/`)).toMatchObject({ status: null })
    expect(requests).toBe(1)
  } finally {
    receiver.close()
  }
})
