import { execFileSync } from 'node:child_process'
import { type AddressInfo, connect, createServer } from 'node:net'

/** Reads a mail by Python's parser. */
export function readMail(source: Buffer | string) {
  const script = `
import email, email.policy, hashlib, json, sys
mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
body = lambda kind: mail.get_body((kind,)).get_content()
print(json.dumps({
  'subject': mail['subject'], 'from': mail['from'], 'id': mail['message-id'], 'defects': [str(one) for one in mail.defects],
  'unsubscribe': mail['list-unsubscribe'], 'oneClick': mail['list-unsubscribe-post'], 'text': body('plain'), 'html': body('html'),
  'files': [[one.get_filename(), hashlib.sha256(one.get_content()).hexdigest(), one.get_content()[:5].decode('latin1')] for one in mail.iter_attachments()],
}))`
  const env = { PYTHONIOENCODING: 'utf-8', PATH: process.env.PATH }
  return JSON.parse(execFileSync('/usr/bin/python3', ['-c', script], { input: source, encoding: 'utf8', env }))
}

/** Forwards to a port; the answer to the text of a mail, which ends with a dot, is lost with the line. */
export async function cutAfterDot(port: number) {
  let cuts = 0
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1')
    let [sent, isCut] = ['', false]
    client.on('data', (data) => {
      sent = `${sent}${data.toString('latin1')}`.slice(-2000)
      isCut ||= sent.includes('\r\n.\r\n')
      server.write(data)
    })
    server.on('data', (data) => {
      if (!isCut) return client.write(data)
      cuts += 1
      client.destroy()
      return server.destroy()
    })
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return { port: (proxy.address() as AddressInfo).port, cuts: () => cuts, close: () => proxy.close() }
}
