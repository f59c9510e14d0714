import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { createTransport, SendMailOptions } from 'nodemailer'
import type { Config } from '../../config.ts'
import { isLoopback } from '../net/local-host.ts'
import { mailFailure } from './mail-failure.ts'

export type Mail = {
  /** One bare address. */
  to: string
  /** Sender's name, where `MAIL_FROM` is a bare address. */
  fromName?: string
  /** Receives answers; the sender's address when absent. */
  replyTo?: string
  subject: string
  text: string
  html: string
  attachments?: { filename: string; content: Buffer; contentType: string }[]
  /** Stays the same when an email is sent again, so that mail servers can detect the repetition. */
  messageId?: string
  /** Further headers, such as those to unsubscribe. */
  headers?: Record<string, string>
  /** Receives returned mail; the sender's address when absent. */
  returnTo?: string
  /** Runs when the mail server asks for the text and has none of it. An error of it ends the connection, and `send`. */
  beforeText?: () => Promise<void>
}

export type Mailer = {
  /**
   * Passes one email to the mail server, or to a file; returns the server's answer, or the file. Throws a `MailFailure`
   * for what the server refuses; the caller's job retries.
   */
  send(mail: Mail): Promise<string>
  /** Connects and logs in, and sends nothing. Throws a `MailFailure`. Does nothing without a mail server. */
  logIn(): Promise<void>
}

type MailerOptions = { config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>; now: () => Date }

/** Returns the folder for emails without a mail server. */
export function mailFolder(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'mail')
}

/** Sends emails to `SMTP_URL`, else writes `.eml` files (RFC 5322) to the data folder. */
export function createMailer({ config, now }: MailerOptions): Mailer {
  const way = config.smtpUrl ? smtp(config.smtpUrl) : files(mailFolder(config), now)
  const bare = !config.mailFrom.includes('<')
  const domain = /@([A-Za-z0-9.-]+)/.exec(config.mailFrom)?.[1] ?? 'localhost'
  return {
    logIn: way.logIn,
    async send({ to, fromName, replyTo, subject, text, html, attachments, messageId, headers, returnTo, beforeText }) {
      // A list, a group or a second line here would be a second recipient or header.
      if (!/^[^\s,;:<>"()[\]\\@]+@[^\s,;:<>"()[\]\\@]+$/.test(to)) throw new Error('Not a single mail address')
      return await way.deliver({
        from: bare && fromName ? { name: fromName, address: config.mailFrom } : config.mailFrom,
        to: { name: '', address: to },
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        subject: subject.replace(/\s+/g, ' ').trim(),
        text,
        html,
        // Preserves lines, so that an email is readable on the wire in any script.
        textEncoding: 'quoted-printable',
        date: now(),
        ...(messageId ? { messageId: `<${messageId.replace(/[^A-Za-z0-9._-]/g, '')}@${domain}>` } : {}),
        ...(attachments ? { attachments } : {}),
        ...(headers ? { headers } : {}),
        ...(returnTo ? { envelope: { from: returnTo, to } } : {}),
        disableFileAccess: true,
        disableUrlAccess: true,
        flow: { begin: beforeText },
      })
    },
  }
}

/** The way of a text: `begin` allows it, `ended` says that only the end is missing, without which no server accepts it. */
type Flow = { begin?: (() => Promise<void>) | undefined; refused?: unknown; ended?: true }

type Letter = SendMailOptions & { to: { name: string; address: string }; flow: Flow }

/** Holds a text back until its reader, the mail server, asks for it. */
async function* letFlow(text: AsyncIterable<Buffer>, flow: Flow) {
  // Written whole beforehand, so that almost no time lies between `begin` and the end of the text.
  const held = flow.begin ? [await buffer(text)] : text
  await flow.begin?.().catch((error: unknown) => {
    flow.refused = error
    throw error
  })
  yield* held
  flow.ended = true
}

type Way = { deliver: (letter: Letter) => Promise<string>; logIn: () => Promise<void> }

function smtp(setting: string): Way {
  const url = new URL(setting)
  // An option of the address overrides those of the program, so the rule has to be one of the address.
  if (url.protocol === 'smtp:' && url.password && !isHere(url.hostname)) url.searchParams.set('requireTLS', 'true')
  // Debian's mail servers offer STARTTLS with a certificate that they signed themselves; nobody listens between.
  if (isHere(url.hostname) && !url.searchParams.has(VERIFIES)) url.searchParams.set(VERIFIES, 'false')
  const connect = onFirstMail((create) =>
    create({ url: url.href, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 45_000 }).use(
      'stream',
      ({ message, data }, done) => {
        const { flow } = data as Letter
        message?.processFunc((text) => Readable.from(letFlow(text, flow), { objectMode: false }))
        done()
      },
    ),
  )
  const secrets = secretsOf(url)
  const orFailure = (to: string, flow: Flow) => (error: unknown) => {
    throw flow.refused ?? mailFailure(error, to, secrets, flow.ended)
  }
  return {
    async deliver(letter) {
      const transport = await connect()
      const { response } = await transport.sendMail(letter).catch(orFailure(letter.to.address, letter.flow))
      return response
    },
    async logIn() {
      const transport = await connect()
      await transport.verify().catch(orFailure('', {}))
    },
  }
}

/** The option of a mail address that says whether its certificate is verified. */
const VERIFIES = 'tls.rejectUnauthorized'

const isHere = (hostname: string) => hostname === 'localhost' || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))

/** Returns the password as a server can repeat it: as typed, plain, and as SMTP encodes it. */
function secretsOf({ username, password }: URL): string[] {
  if (!password) return []
  const plain = decoded(password)
  const login = `\0${decoded(username)}\0${plain}`
  return [password, plain, ...[plain, login].map((text) => Buffer.from(text).toString('base64'))]
}

/** Decodes as the email library does: a malformed `%` stays. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Loads the email library with the first email, not at the start. */
function onFirstMail<T>(make: (create: typeof createTransport) => T): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= import('nodemailer').then((nodemailer) => make(nodemailer.createTransport))
    return made
  }
}

const momentOf = (at: Date) => at.toISOString().replaceAll(':', '-')

/** Deletes the emails of a shop without a mail server that were written before then. */
export async function deleteMailFiles({ dataDir }: Pick<Config, 'dataDir'>, before: Date): Promise<void> {
  const folder = join(dataDir, 'mail')
  const isOld = (name: string) => /^\d{4}-/.test(name) && name < momentOf(before)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) if (isOld(name.replace(/^\./, ''))) await rm(join(folder, name), { force: true })
}

/** Writes one file per email, under its final name only once whole; names sort by time. */
function files(folder: string, now: () => Date): Way {
  const open = onFirstMail((create) => create({ streamTransport: true, buffer: true, newline: 'unix' }))
  const deliver = async (letter: Letter) => {
    const transport = await open()
    await letter.flow.begin?.()
    const { message } = await transport.sendMail(letter)
    const moment = momentOf(now())
    const recipient = letter.to.address.replace(/[^A-Za-z0-9@._+-]/g, '_').slice(0, 100)
    const name = `${moment}-${randomUUID().slice(0, 8)}-${recipient}.eml`
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const draft = join(folder, `.${name}.draft`)
    try {
      await writeFile(draft, message as Buffer, { mode: 0o600 })
      await rename(draft, join(folder, name))
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    return join(folder, name)
  }
  return { deliver, logIn: async () => {} }
}
