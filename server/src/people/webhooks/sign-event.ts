import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** Makes a secret as Standard Webhooks writes it: 32 bytes. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64')

/** Returns the headers of a try by Standard Webhooks. Each secret signs: while one is replaced, the old one signs along. */
export function signedHeaders(
  { id, body, secrets }: { id: string; body: string; secrets: readonly string[] },
  now: Date,
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}
