import { expect, test } from 'vitest'
import { startMailServer } from '../../../test/mail-server.ts'
import { certificate, key } from '../../../test/self-signed.ts'
import { NO_TLS } from './mail-failure.ts'
import { createMailer } from './mailer.ts'

const mailerOf = (smtpUrl: string) =>
  createMailer({ config: { smtpUrl, mailFrom: 'shop@example.in', dataDir: '/nowhere' }, now: () => new Date() })
const mail = { to: 'asha@example.com', subject: 's', text: 't', html: '<p>t</p>' }
/** The address of this machine that a program cannot know as its own. */
const abroad = (url: string) => url.replace('127.0.0.1', '0.0.0.0')

test.each(['', '/?requireTLS=false', '/?ignoreTLS=true', '/?opportunisticTLS=true'])(
  'smtp:// sends no password without TLS, with the options "%s" neither',
  async (options) => {
    const logins: unknown[] = []
    const onAuth = (auth: unknown, _session: unknown, done: (error: null, user: { user: string }) => void) => {
      logins.push(auth)
      done(null, { user: 'shop' })
    }
    const server = await startMailServer({}, { onAuth })
    const mailer = mailerOf(abroad(server.url) + options)
    await expect(mailer.send(mail)).rejects.toMatchObject({ kind: 'connection', message: NO_TLS })
    await expect(mailer.logIn()).rejects.toMatchObject({ kind: 'connection', message: NO_TLS })
    expect(logins).toEqual([])
    await mailerOf(server.url + options.replace('/?requireTLS=false', '')).send(mail)
    expect(logins).toHaveLength(1)
    await server.close()
  },
)

test('smtp:// logs in through STARTTLS, and a certificate of nobody is no safe connection', async () => {
  const server = await startMailServer({}, { disabledCommands: [], cert: certificate, key })
  await expect(mailerOf(abroad(server.url)).send(mail)).rejects.toMatchObject({ kind: 'connection' })
  await mailerOf(`${abroad(server.url)}/?tls.rejectUnauthorized=false`).send(mail)
  expect(server.accepted).toHaveLength(1)
  await server.close()
})

test('a mail server of this machine may have a certificate that nobody signed, unless the address asks for one', async () => {
  const server = await startMailServer({}, { disabledCommands: [], cert: certificate, key })
  await mailerOf(server.url).send(mail)
  expect(server.accepted).toHaveLength(1)
  const strict = mailerOf(`${server.url}/?tls.rejectUnauthorized=true`)
  await expect(strict.send(mail)).rejects.toMatchObject({ kind: 'connection' })
  await server.close()
})

test('smtp:// without a password needs no TLS', async () => {
  const server = await startMailServer()
  expect(await mailerOf(abroad(server.url).replace(/\/\/.*@/, '//')).send(mail)).toMatch(/^250/)
  await server.close()
})

test('a refused login says the words of the server without the password in any form', async () => {
  const plain = Buffer.from('\0shop\0s3cret/pass').toString('base64')
  const server = await startMailServer({ login: () => `535 no ${plain} s3cret%2Fpass s3cret/pass` })
  await expect(mailerOf(server.url).logIn()).rejects.toMatchObject({
    kind: 'login',
    message: '535 no [hidden] [hidden] [hidden]',
  })
  await server.close()
})

test('a text waits for the server to ask for it, and one that may not flow is never accepted', async () => {
  const server = await startMailServer()
  const mailer = mailerOf(server.url)
  const error = new Error('not any more')
  const beforeText = async () => {
    expect(server.tried).toEqual([mail.to])
    throw error
  }
  await expect(mailer.send({ ...mail, beforeText })).rejects.toBe(error)
  await server.close()
  expect(server.accepted).toEqual([])
})

test('a server that is away is tried again', async () => {
  const server = await startMailServer()
  await server.close()
  await expect(mailerOf(server.url).send(mail)).rejects.toMatchObject({ kind: 'later' })
})
