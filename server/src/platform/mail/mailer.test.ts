import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMailPage } from '../../../../tools/sandbox-gateway/mail-page.ts'
import type { EmailContent } from './email.ts'
import { forgottenPasswordEmail } from './login-emails.ts'
import { createMailer, deleteMailFiles } from './mailer.ts'
import { documentEmail } from './order-emails.ts'
import { receiptEmail } from './receipt-emails.ts'
import { refundEmail, refundFailedEmail, seatTakenEmail } from './refund-emails.ts'
import { ownerAlertEmail } from './shop-emails.ts'

const shop = { shopName: 'Kaushal Haat', storeUrl: 'https://shop.example' }
const mailFrom = 'SkillHaat <no-reply@shop.example>'
let dataDir: string
let time: Date
const now = () => time

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'skillhaat-mail-'))
  time = new Date('2026-11-20T10:00:00Z')
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const toFiles = () => createMailer({ config: { smtpUrl: undefined, mailFrom, dataDir }, now })
const written = async () => (await readdir(join(dataDir, 'mail'))).sort()

test('email files of before a day are deleted, and nothing else of the folder', async () => {
  for (const at of ['2026-10-01T05:00:00Z', '2026-11-01T05:00:00Z']) {
    time = new Date(at)
    await toFiles().send({ to: 'asha@example.com', subject: 'Hello', text: 'hello', html: '<p>hello</p>' })
  }
  await writeFile(join(dataDir, 'mail', 'notes.txt'), '')
  await deleteMailFiles({ dataDir }, new Date('2026-10-20T00:00:00Z'))
  expect(await written()).toEqual([expect.stringMatching(/^2026-11-01T/), 'notes.txt'])
  await rm(join(dataDir, 'mail'), { recursive: true })
  await deleteMailFiles({ dataDir }, new Date())
})

test('an email becomes a readable file for its owner only, and files sort by time', async () => {
  const mailer = toFiles()
  const letter = forgottenPasswordEmail({ name: 'आशा', password: 'aB3!aB3!aB3&', minutes: 60 })(shop)
  await mailer.send({ ...letter, to: 'asha@example.com' })
  time = new Date('2026-11-20T10:00:01Z')
  await mailer.send({ to: 'zoya+x@example.com', subject: 'Second', text: 'second', html: '<p>second</p>' })
  const names = await written()
  expect(names).toHaveLength(2)
  expect(names[0]).toMatch(/^2026-11-20T10-00-00\.000Z-[0-9a-f]{8}-asha@example\.com\.eml$/)
  expect(names[1]).toContain('zoya+x@example.com')
  const file = join(dataDir, 'mail', names[0] ?? '')
  expect((await stat(file)).mode & 0o077).toBe(0)
  const source = await readFile(file, 'utf8')
  expect(source.split('\n')).toContain('aB3!aB3!aB3&')
  expect(source).toMatch(/^To: asha@example\.com$/m)
  expect(source).toMatch(/^From: SkillHaat <no-reply@shop\.example>$/m)
})

test('I9: line breaks and lists make neither a header nor a recipient', async () => {
  const sent: { recipients: string[]; source: string }[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map((recipient) => recipient.address)
        sent.push({ recipients, source: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  try {
    const mailer = createMailer({ config: { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom, dataDir }, now })
    const mail = {
      subject: 'Hello\r\nBcc: evil@example.com',
      text: 'text',
      html: '<p>text</p>',
      messageId: 'a.1\r\nX: y',
    }
    await mailer.send({ ...mail, to: 'asha@example.com' })
    for (const to of ['a@example.com\r\nBcc: b@example.com', 'a@example.com, b@example.com', 'x <a@example.com>', '']) {
      await expect(mailer.send({ ...mail, to })).rejects.toThrow('Not a single mail address')
    }
    expect(sent).toHaveLength(1)
    expect(sent[0]?.recipients).toEqual(['asha@example.com'])
    expect(sent[0]?.source).toContain('Subject: Hello Bcc: evil@example.com')
    expect(sent[0]?.source).not.toMatch(/^(Bcc|X):/im)
    expect(sent[0]?.source).toContain('Message-ID: <a.1Xy@shop.example>')
  } finally {
    await new Promise<void>((resolve) => server.close(resolve))
  }
  await expect(
    createMailer({ config: { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom, dataDir }, now }).send({
      to: 'asha@example.com',
      subject: 's',
      text: 't',
      html: 'h',
    }),
  ).rejects.toThrow()
})

const proof = new URLSearchParams({ order_id: 'ord_1', t: 'mark' })

test('the receipt adds up, lists its gift codes and shows hostile names as text', () => {
  const letter = receiptEmail({
    order_no: 'SH-2026-00001',
    name: 'Asha',
    proven: true,
    can_set_password: false,
    payment_method: 'upi',
    document: 'R-1',
    lines: [
      { course_id: 'c1', course_name: '<script>alert(1)</script> रील्स', lessons: 3, quantity: 2, price_paise: 49_900 },
    ],
    subtotal_paise: 99_800,
    discount_paise: 9_980,
    tax_paise: 0,
    minimum_charge_paise: 0,
    total_paise: 89_820,
    promocode: 'DIWALI10',
    payment_id: 'pay_1',
    paid_at: '2026-11-20T20:00:00.000Z',
    gift_codes: [{ code: 'ABCDEFGHJKMN', course_name: 'Reels & more' }],
    proof,
  })({
    ...shop,
    people: {
      person: 'Asha Rao',
      email: 'help@kaushal.example',
      phone: '',
      hours: 'Mon to Sat',
      legal_name: 'Kaushal LLP',
      legal_address: 'Indore',
      guarantee_days: 30,
    },
  })
  expect(letter.subject).toBe('Your receipt for order SH-2026-00001')
  for (const words of [
    '₹998.00',
    '-₹99.80',
    'Total: ₹898.20',
    'Payment: UPI, pay_1',
    `${shop.storeUrl}/learn/c1?order_id=ord_1&t=mark`,
    'Asha Rao answers you',
    'Reply to this email, or write to help@kaushal.example',
    '21 December 2026',
    'R-1 is attached',
    'Kaushal LLP, Indore',
    'DIWALI10',
    'pay_1',
    '21 November 2026',
    'ABCDEFGHJKMN',
  ]) {
    expect(letter.text).toContain(words)
  }
  expect(letter.text).toMatch(/^Thank you, Asha$/m)
  expect(letter.text, 'a phone that is not known has no line').not.toContain('Mon to Sat')
  expect(letter.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; रील्स (2 seats)')
  expect(letter.html).not.toContain('<script')
  expect(letter.html).toContain('Reels &amp; more')
})

test('text and HTML of an email link to the same, correctly labelled places', () => {
  const name = 'Asha'
  const gift_codes = [{ code: 'ABCDEFGHJKMN', course_name: 'Reels' }]
  const order = {
    order_no: 'SH-2026-00001',
    promocode: null,
    payment_id: null,
    paid_at: '2026-11-20T20:00:00.000Z',
    gift_codes,
  }
  const known = { proven: true, can_set_password: false, payment_method: null, document: 'R-1' }
  const sums = { subtotal_paise: 0, discount_paise: 0, tax_paise: 0, minimum_charge_paise: 0, total_paise: 0 }
  const refunded = { name, order_no: 'SH-2026-00001', amount_paise: 100, origin: 'admin', lost: false, proof } as const
  const paper = { name, serial: 'R-1', order_no: 'SH-2026-00001', total_paise: 100, corrects: null, proof }
  const letters: [EmailContent, string[]][] = [
    [
      receiptEmail({ name, ...known, lines: [], ...order, ...sums, proof })(shop),
      ['/dashboard?order_id=ord_1&t=mark', '/gift#ABCDEFGHJKMN'],
    ],
    ...(['gateway', 'bank', 'dispute'] as const).map((channel): [EmailContent, string[]] => [
      refundEmail({ ...refunded, channel, reference: 'UTR 1' })(shop),
      ['/dashboard/orders?order_id=ord_1&t=mark'],
    ]),
    [refundFailedEmail(refunded)(shop), ['/dashboard/orders?order_id=ord_1&t=mark']],
    ...(['invoice', 'credit_note', 'debit_note'] as const).map((kind): [EmailContent, string[]] => [
      documentEmail({ ...paper, kind })(shop),
      ['/dashboard/orders?order_id=ord_1&t=mark'],
    ]),
    [
      ownerAlertEmail({ kind: 'review', order_id: 'ord_1', order_no: 'SH-2026-00001' })(shop),
      ['/admin?tab=orders&order=ord_1'],
    ],
  ]
  for (const [{ html, text }, places] of letters) {
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link?.replaceAll('&amp;', '&'))
    expect(links).toEqual([...places.map((place) => shop.storeUrl + place), shop.storeUrl])
    for (const place of places) expect(text.split('\n')).toContain(shop.storeUrl + place)
  }
})

test('the development page shows the newest emails as text, without scripts', async () => {
  const mailer = toFiles()
  const receipt = { filename: 'receipt.pdf', content: Buffer.from('%PDF-1.7'), contentType: 'application/pdf' }
  for (let minute = 0; minute < 3; minute++) {
    time = new Date(`2026-11-20T10:0${minute}:00Z`)
    await mailer.send({
      to: 'asha@example.com',
      subject: `Mail ${minute}`,
      text: `₹${minute} <b>तीन</b>`,
      html: `<p>Designed ${minute}</p>`,
      // An email with a file nests its text a level deeper.
      ...(minute === 2 ? { attachments: [receipt] } : {}),
    })
  }
  const app = express().use('/sandbox/mail', createMailPage({ config: { dataDir } }))
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const base = `http://127.0.0.1:${(server.address() as { port: number }).port}/sandbox/mail`
  try {
    const list = await fetch(base)
    const body = await list.text()
    expect(list.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(body.match(/Mail \d/g)).toEqual(['Mail 2', 'Mail 1', 'Mail 0'])
    expect(body).toContain('₹2 &lt;b&gt;तीन&lt;/b&gt;')
    const link = /href="([^"]+)"/.exec(body)?.[1] ?? ''
    const one = await fetch(new URL(link, base))
    expect(one.headers.get('content-security-policy')).toContain('sandbox')
    expect(await one.text()).toContain('<p>Designed 2</p>')
    expect((await fetch(`${base}/..%2f..%2fsecrets.json`)).status).toBe(404)
    expect((await fetch(`${base}/${(await written())[0]}x`)).status).toBe(404)
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
})

test('the shop’s name is the sender where MAIL_FROM is a bare address, whatever the name holds', async () => {
  const send = async (from: string, fromName: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'skillhaat-from-'))
    const mailer = createMailer({ config: { smtpUrl: undefined, mailFrom: from, dataDir: folder }, now })
    await mailer.send({ to: 'asha@example.com', fromName, subject: 's', text: 't', html: 'h' })
    const [name = ''] = await readdir(join(folder, 'mail'))
    const source = await readFile(join(folder, 'mail', name), 'utf8')
    await rm(folder, { recursive: true, force: true })
    return /^From: (.*(?:\n[ \t].*)*)/m.exec(source)?.[1]
  }
  expect(await send('no-reply@shop.example', 'Kaushal Haat')).toBe('Kaushal Haat <no-reply@shop.example>')
  expect(await send('Desk <no-reply@shop.example>', 'Kaushal Haat')).toBe('Desk <no-reply@shop.example>')
  expect(await send('no-reply@shop.example', 'A, <b@c.example>')).toBe('"A, <b@c.example>" <no-reply@shop.example>')
})

test('a logo replaces the name, and carries it as text', () => {
  const logoUrl = 'https://mela.in/media/a/logo.png?x="1"'
  const { html } = seatTakenEmail({ name: 'Asha', course_name: 'Reels' })({ ...shop, logoUrl })
  expect(html).toContain(`<img src="https://mela.in/media/a/logo.png?x=&quot;1&quot;" alt="${shop.shopName}"`)
  expect(seatTakenEmail({ name: 'Asha', course_name: 'Reels' })(shop).html).not.toContain('<img')
})
