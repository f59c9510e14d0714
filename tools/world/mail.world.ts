import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { insertLetter } from '../../server/src/people/letters/letters.queries.ts'
import { sendLetter } from '../../server/src/people/letters/letters.service.ts'
import { sendLetters } from '../../server/src/people/letters/send-letters.ts'
import { createMailer } from '../../server/src/platform/mail/mailer.ts'
import { freePort } from '../../server/test/free-port.ts'
import { buildUser } from '../../server/test/people-factories.ts'
import { startTestServer, type TestServer } from '../../server/test/server.ts'
import { buildShopper } from '../../server/test/shopper.ts'
import { sieve } from './dovecot.ts'
import { cutAfterDot, readMail } from './mail-line.ts'
import { DOMAINS, LOGIN } from './mail-process.ts'
import { mailPrograms, startMailWorld } from './mail-servers.ts'
import { row } from './row.ts'

const PASSWORD = encodeURIComponent(LOGIN.password)
const FROM = 'Kaushal Haat <news@shop.example>'
const READERS = ['asha', 'twice', 'buyer', 'again', 'grey', 'cut', 'full', 'vacation', 'reject', 'discard', 'stop']
const addressOf = (local: string) => `${local}@${local.startsWith('slow') ? DOMAINS.away : DOMAINS.readers}`
const SUBJECT = 'नवीन कोर्स: रील्समधून विक्री कशी वाढवावी, तीस दिवसांत पूर्ण मार्गदर्शन — {name}'
const WORDS = 'नमस्कार {name},\n\n.एक ओळ जी टिंबाने सुरू होते\nFrom here on, a line that mailboxes quote.'

type ReaderRow = Record<'email' | 'state' | 'token', string> &
  Record<'error' | 'bounced_at' | 'blocked_at' | 'unsubscribed_at' | 'email_refused_at', string | null>

const brief = (one: ReaderRow | undefined) => one?.error?.replace(/\s+/g, ' ').slice(0, 90)

const never = new AbortController().signal
const soon = (claim: () => Promise<void> | void) => vi.waitFor(claim, { timeout: 60_000, interval: 200 })

describe.each(['postfix', 'exim', 'opensmtpd'] as const)('%s', (name) => {
  const { program } = mailPrograms[name]
  const part = 'Mail'
  const hasTls = name !== 'opensmtpd'
  let server: TestServer
  let world: Awaited<ReturnType<typeof startMailWorld>>
  let url: string

  beforeAll(async () => {
    const smtp = await freePort()
    url = hasTls ? `smtp://${LOGIN.user}:${PASSWORD}@127.0.0.1:${smtp}/` : `smtp://127.0.0.1:${smtp}`
    server = await startTestServer({ env: { SMTP_URL: url, MAIL_FROM: FROM }, work: false })
    const owner = server.api(await server.adminToken())
    const { address } = await owner.letters.renewBounceAddress()
    await server.db('letter_settings').update({
      per_hour: 100_000,
      per_hour_receiver: 100_000,
      day_begins: 0,
      day_ends: 24,
      bounce_domain: DOMAINS.returns,
    })
    const intakeUrl = server.url + new URL(address).pathname
    world = await startMailWorld(name, { readers: READERS, intakeUrl, smtp })
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
    await world?.stop()
  })

  /** Sends a letter to new students with these addresses, in Marathi. */
  async function write(locals: string[], notice = false) {
    const { db, ctx } = server
    await db('users').update({ language: 'en' })
    await db('letter_pace').update({ next_at: new Date(0), slow_until: new Date(0) })
    for (const local of locals) {
      const found = await db('users')
        .where({ email: addressOf(local) })
        .first('id')
      const { id } = found ?? (await buildUser(db, { email: addressOf(local), name: 'Asha Rao' }))
      await db('users').where({ id }).update({ language: 'mr' })
      if (!found)
        await db('consents').insert({ user_id: id, purpose: 'news_email', agreed: true, changed_at: ctx.now() })
    }
    const { id: madeBy } = await db('admins').first('id')
    const segment = { all: [{ language: 'mr' as const }] }
    const blocks = [{ text: WORDS }]
    const letter = { name: 'News', subject: SUBJECT, channel: 'email' as const, blocks, segment, notice }
    const id = await insertLetter(db, { letter, madeBy, now: ctx.now() })
    await sendLetter(ctx, id, { adminId: 'adm_1' })
    return id
  }
  const run = (ctx = server.ctx) => sendLetters(ctx, never)
  const readersOf = async (letterId: string): Promise<Record<string, ReaderRow>> => {
    const rows = await server
      .db('letter_recipients as r')
      .join('users as u', 'u.id', 'r.user_id')
      .where({ letter_id: letterId })
      .select(
        'u.email',
        'r.state',
        'r.error',
        'r.bounced_at',
        'r.blocked_at',
        'r.unsubscribed_at',
        'u.email_refused_at',
        'r.token',
      )
    return Object.fromEntries(rows.map((one: ReaderRow) => [one.email.replace(/@.*/, ''), one]))
  }
  const agreed = async (local: string) =>
    (
      await server
        .db('consents as c')
        .join('users as u', 'u.id', 'c.user_id')
        .where({ email: addressOf(local) })
        .orderBy('c.id', 'desc')
        .first('agreed')
    )?.agreed
  const unread = async () => Number((await server.db('letter_settings').first('unread_reports')).unread_reports)
  const inbox = (local: string, count = 1) => {
    return vi.waitFor(
      () => {
        const mails = world.inbox(local)
        if (mails.length < count) throw new Error(`${local} has ${mails.length} mails: ${world.log().slice(-1500)}`)
        return mails
      },
      { timeout: 30_000, interval: 200 },
    )
  }

  row(
    {
      part,
      program,
      did: 'takes a letter with a Marathi subject and one-click headers, read back from the mailbox by Python',
      guess: 'a folded subject, a line that begins with a dot, or a header is changed on the way',
    },
    async () => {
      const id = await write(['asha'])
      await run()
      expect((await readersOf(id)).asha).toMatchObject({ state: 'handed_over', error: null })
      const [source = Buffer.from('')] = await inbox('asha')
      const mail = readMail(source)
      expect(mail).toMatchObject({ subject: SUBJECT.replace('{name}', 'Asha'), from: FROM, defects: [], files: [] })
      expect(mail.text.replaceAll('\r\n', '\n')).toContain(WORDS.replace('{name}', 'Asha'))
      expect(mail.oneClick).toBe('List-Unsubscribe=One-Click')
      const script = `
import sys, urllib.request
print(urllib.request.urlopen(sys.argv[1], data=b'List-Unsubscribe=One-Click').status)`
      const address = mail.unsubscribe.trim().slice(1, -1)
      const posted = new URL(address)
      const args = ['-c', script, server.url + posted.pathname + posted.search]
      const { stdout } = await promisify(execFile)('/usr/bin/python3', args)
      const status = stdout.trim()
      expect(status).toBe('200')
      expect(await agreed('asha')).toBe(false)
      return `Subject, text (a line that begins with a dot, one with "From"), and both headers are as sent; a POST to the header's address ends the letters (${status}).`
    },
  )

  row({ part, program, did: 'takes the receipt of an order with its PDF', guess: 'it arrives whole' }, async () => {
    const shopper = await buildShopper(server)
    await server
      .db('users')
      .where({ id: shopper.user.id })
      .update({ email: addressOf('buyer') })
    const { link, orderId } = await shopper.buyOne()
    await server.gateway(`control/links/${link.id}/pay`, {})
    await server.gateway('control/deliver', {}).catch(() => undefined)
    await server.answerWaiting()
    await server.answerWaiting('receipt-mail')
    const [source = Buffer.from('')] = await inbox('buyer')
    const mail = readMail(source)
    expect(mail.id).toContain(`receipt.${orderId}`.replace(/[^A-Za-z0-9._-]/g, ''))
    expect(mail.defects).toEqual([])
    const [[file, hash, begin]] = mail.files
    expect(begin).toBe('%PDF-')
    expect(file).toMatch(/\.pdf$/)
    expect(hash).not.toBe(createHash('sha256').update('').digest('hex'))
    return `${file} begins with %PDF- in a mail of ${source.length} bytes.`
  })

  if (hasTls)
    row(
      {
        part,
        program,
        did: 'offers STARTTLS with a self-signed certificate, and wants a login',
        guess: 'the shop sends nothing to a certificate that nobody signed',
      },
      async () => {
        const mail = { to: addressOf('again'), subject: 'Test', text: 'text', html: '<p>text</p>' }
        const by = (smtpUrl: string) =>
          createMailer({ config: { smtpUrl, mailFrom: FROM, dataDir: server.dataDir }, now: server.ctx.now })
        await by(url).send(mail)
        await inbox('again')
        const wrong = by(url.replace(PASSWORD, 'wrong'))
        await expect(wrong.send(mail)).rejects.toMatchObject({ kind: 'login', unsent: true })
        const strict = by(`${url}?tls.rejectUnauthorized=true`)
        await expect(strict.send(mail)).rejects.toMatchObject({ kind: 'connection', unsent: true })
        return 'It fell, and was mended: a server of this machine may sign its own certificate, as Debian sets it up. A wrong password is a failed login, and a certificate that the address wants verified is a refused connection; both leave the email unsent.'
      },
    )

  if (!hasTls)
    row({ part, program, did: 'offers STARTTLS', guess: 'it works as with the others' }, async () => {
      const smtpUrl = `smtp://127.0.0.1:${world.tlsPort}`
      const mailer = createMailer({ config: { smtpUrl, mailFrom: FROM, dataDir: server.dataDir }, now: server.ctx.now })
      const mail = { to: addressOf('again'), subject: 'Test', text: 'text', html: '<p>text</p>' }
      await expect(mailer.send(mail)).rejects.toMatchObject({ kind: 'later', unsent: true })
      expect(world.inbox('again')).toEqual([])
      await soon(() => expect(world.log()).toContain('SSL routines::EVP lib'))
      return {
        seen: 'Every handshake ends with "EVP lib" in its log; the email waits, unsent.',
        limit:
          'This release does not work with OpenSSL 3 (its issue 1171): take 7.3 or newer, or let the shop on the same machine send to a port without TLS.',
      }
    })

  row(
    {
      part,
      program,
      did: 'loses the line after the dot of a letter: the answer never arrives',
      guess: 'the shop sends it again, and the reader has it twice',
    },
    async () => {
      const proxy = await cutAfterDot(Number(new URL(url).port))
      const broken = await startTestServer({
        beside: server,
        env: { SMTP_URL: `smtp://127.0.0.1:${proxy.port}/?ignoreTLS=true`, MAIL_FROM: FROM },
        work: false,
      })
      try {
        const id = await write(['cut'])
        await run(broken.ctx)
        expect(proxy.cuts()).toBe(1)
        const { cut } = await readersOf(id)
        expect(cut?.state).toBe('unknown')
        for (let tries = 0; tries < 3; tries++) {
          await server.db('letter_pace').update({ next_at: new Date(0) })
          await run()
        }
        expect((await readersOf(id)).cut?.state).toBe('unknown')
        const count = (await inbox('cut')).length
        expect(count).toBe(1)
        return `The letter is noted as unknown ("${cut?.error}") and not sent again; the mailbox has ${count}.`
      } finally {
        await broken.stop()
        proxy.close()
      }
    },
  )

  row(
    {
      part,
      program,
      did: 'refuses one reader of three, two of whom get the letter',
      guess: 'the refusal ends the letter for the others',
    },
    async () => {
      const before = world.inbox('discard').length
      const id = await write(['refused', 'stop', 'discard'])
      await run()
      const { refused, stop, discard } = await readersOf(id)
      expect([refused?.state, stop?.state, discard?.state]).toEqual(['refused', 'handed_over', 'handed_over'])
      expect(refused?.email_refused_at).not.toBeNull()
      await inbox('stop')
      expect(world.inbox('discard')).toHaveLength(before)
      return `refused@: "${refused?.error}", and nothing is sent there any more; the others have theirs.`
    },
  )

  if (name === 'postfix')
    row(
      {
        part,
        program,
        did: 'loses the line after the dot of a receipt: the answer never arrives',
        guess: 'the buyer has it once, or not at all',
      },
      async () => {
        const proxy = await cutAfterDot(Number(new URL(url).port))
        const by = (smtpUrl: string) =>
          createMailer({ config: { smtpUrl, mailFrom: FROM, dataDir: server.dataDir }, now: server.ctx.now })
        const receipt = { to: addressOf('twice'), subject: 'Receipt', text: 'text', html: '<p>text</p>' }
        const mail = { ...receipt, messageId: 'receipt.ord_twice' }
        const cut = by(`smtp://127.0.0.1:${proxy.port}/?ignoreTLS=true`).send(mail)
        await expect(cut).rejects.toMatchObject({ kind: 'later', unsent: false })
        proxy.close()
        await by(url).send(mail)
        const ids = (await inbox('twice', 2)).map((source) => readMail(source).id)
        expect(ids).toEqual(Array(2).fill('<receipt.ord_twice@shop.example>'))
        return {
          seen: 'The queue tries again, and the mailbox has it twice with one Message-ID.',
          limit:
            'A receipt that may be lost is sent again, unlike a letter: mailboxes that compare the id show it once (Sieve: `duplicate`).',
        }
      },
    )

  if (name === 'exim')
    row(
      {
        part,
        program,
        did: 'greylists a reader: 451 at the first try',
        guess: 'the letter is lost, or counts as refused',
      },
      async () => {
        const id = await write(['grey'])
        await run()
        const { grey: first } = await readersOf(id)
        expect(first).toMatchObject({ state: 'waiting', email_refused_at: null })
        await soon(async () => {
          server.clock.advance(1_800_000)
          await run()
          expect((await readersOf(id)).grey?.state).toBe('handed_over')
        })
        const count = (await inbox('grey')).length
        expect(count).toBe(1)
        return `"${brief(first)}": the letter waits, is accepted at a later try, and the mailbox has ${count}.`
      },
    )

  row(
    {
      part,
      program,
      did: 'passes on the answer of a reader to a letter: STOP above the quoted text',
      guess: 'only the link of the letter ends it',
    },
    async () => {
      const id = await write(['stop'])
      await run()
      const { stop } = await readersOf(id)
      const script = `
import smtplib, sys
from email.message import EmailMessage
mail = EmailMessage()
mail['From'], mail['To'], mail['Subject'], mail['In-Reply-To'] = sys.argv[2], sys.argv[3], 'Re: नवीन कोर्स', sys.argv[4]
mail.set_content('STOP\\n\\nOn Monday the shop wrote:\\n> नमस्कार\\n')
with smtplib.SMTP('127.0.0.1', int(sys.argv[1])) as server:
    server.send_message(mail)`
      const to = `bounce+${stop?.token}@${DOMAINS.returns}`
      const args = [String(world.port), addressOf('stop'), to, `<letter.${stop?.token}@shop.example>`]
      await promisify(execFile)('/usr/bin/python3', ['-c', script, ...args])
      await soon(async () => expect(await agreed('stop')).toBe(false))
      expect((await readersOf(id)).stop).toMatchObject({ bounced_at: null, blocked_at: null })
      return 'It fell, and was mended: an answer whose first line is STOP takes the consent back; before, it counted as a mail that nobody could read.'
    },
  )

  row(
    {
      part,
      program: sieve,
      did: `passes mail of readers back through ${program.name}: vacation, reject, discard; an unknown reader, a full mailbox, a host that is away`,
      guess: 'an answer by a machine counts as a bounce, or a delay ends the letters',
    },
    async () => {
      const before = await unread()
      const id = await write(['unknown', 'full', 'slow', 'vacation', 'reject', 'discard'])
      await run()
      await soon(async () => {
        const { unknown, reject, full } = await readersOf(id)
        expect([unknown?.bounced_at, reject?.blocked_at, full?.error].map(Boolean)).toEqual([true, true, true])
      })
      // A machine answers no letter with the headers of a list; it answers a notice, which has none.
      const notice = await write(['vacation'], true)
      await run()
      const kinds = () =>
        world
          .posted()
          .map(
            (mail) => /^Action: (\w+)/m.exec(mail)?.[1] ?? /^Auto-Submitted: (.*?)\r?$/m.exec(mail)?.[1] ?? 'an answer',
          )
          .toSorted()
      await soon(() => expect(kinds()).toEqual(expect.arrayContaining(['delayed', 'auto-replied (vacation)'])))
      // OpenSMTPD tries such a host again only after minutes.
      if (hasTls) {
        await soon(async () => expect((await readersOf(id)).slow?.error).toBeTruthy())
        expect(kinds().filter((kind) => kind === 'failed')).toHaveLength(3)
      }
      const states = [...Object.values(await readersOf(id)), ...Object.values(await readersOf(notice))]
      const marked = (name: keyof ReaderRow) => states.flatMap((one) => (one[name] ? one.email : []))
      expect([
        marked('email_refused_at'),
        marked('bounced_at'),
        marked('blocked_at'),
        marked('unsubscribed_at'),
      ]).toEqual([[addressOf('unknown')], [addressOf('unknown')], [addressOf('reject')], []])
      for (const local of ['vacation', 'reject', 'discard', 'full', 'slow']) expect(await agreed(local)).toBe(true)
      expect(await unread()).toBe(before)
      const { unknown, full, reject, slow } = await readersOf(id)
      return `Came back: ${kinds().join(', ')}; all were understood. unknown@ gets nothing more ("${brief(unknown)}"); reject@ counts as refused ("${brief(reject)}"); the full mailbox ("${brief(full)}") and the delay${hasTls ? `, and giving up after it ("${brief(slow)}"),` : ''} end nothing; Sieve answers a notice, not a letter with the headers of a list.`
    },
    180_000,
  )
})
