import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type TestMailServer = {
  /** The server's address, with the login `shop` and the password `s3cret/pass`. */
  url: string
  /** The addresses of each RCPT command. */
  tried: string[]
  /** The sources of accepted emails. */
  accepted: string[]
  close(): Promise<void>
}

/** Answers of the server by command: a code with words refuses, undefined accepts. */
export type Answers = {
  login?: () => string | undefined
  recipient?: (address: string) => string | undefined
  data?: () => string | undefined
}

/** An error with the code that `text` begins with, as the server's answer. */
function refusal(text: string): Error {
  const [code = '', ...words] = text.split(' ')
  return Object.assign(new Error(words.join(' ')), { responseCode: Number(code) })
}

/** Starts a mail server on this port of this machine, or on a free one. */
export async function startMailServer(
  answers: Answers = {},
  options: SMTPServerOptions = {},
  wantedPort = 0,
): Promise<TestMailServer> {
  const tried: string[] = []
  const accepted: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth(_auth, _session, done) {
      const refused = answers.login?.()
      if (refused) done(refusal(refused))
      else done(null, { user: 'shop' })
    },
    onRcptTo({ address }, _session, done) {
      tried.push(address)
      const refused = answers.recipient?.(address)
      done(refused ? refusal(refused) : null)
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        const refused = answers.data?.()
        if (!refused) accepted.push(Buffer.concat(chunks).toString())
        done(refused ? refusal(refused) : null)
      })
    },
    ...options,
  })
  // A client that does not trust the certificate ends the connection.
  server.on('error', () => {})
  const host = '127.0.0.1'
  await new Promise<void>((resolve) => server.listen(wantedPort, host, resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://shop:${encodeURIComponent('s3cret/pass')}@${host}:${port}`,
    tried,
    accepted,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
