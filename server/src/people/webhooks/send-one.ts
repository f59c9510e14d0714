import type { WebhookEvent } from 'contract/webhooks'
import { VERSION } from '../../config.ts'
import type { Context } from '../../context.ts'
import { type EndpointRow, openFor } from './endpoints.queries.ts'
import { sampleBody } from './event-samples.ts'
import { newEventId } from './events.queries.ts'
import { type PostOptions, type PostResult, postEvent } from './post-event.ts'
import { signedHeaders } from './sign-event.ts'

type Sending = Pick<Context, 'config' | 'now'>
/** Changes the look-up and the time limit, for tests. */
export type Way = Omit<PostOptions, 'production'>

/** Sends a text to an address once, signed. Without a readable secret nothing is sent. */
export async function sendTo(
  { config, now }: Sending,
  row: EndpointRow,
  { id, body }: { id: string; body: string },
  way: Way = {},
): Promise<PostResult> {
  const { webhook_id, header_name, old_secret_until } = row
  const at = now()
  const opened = (sealed: string | null) => openFor(webhook_id, sealed, config.encryptionKeys)
  const secret = opened(row.secret_sealed)
  if (secret === undefined)
    return { status: null, ms: 0, answer: 'The secret cannot be read. Make a new one in Settings, Developers.' }
  const old = old_secret_until && new Date(old_secret_until) > at ? opened(row.old_secret_sealed) : undefined
  const own = header_name === null ? undefined : opened(row.header_sealed)
  const headers = {
    ...(header_name !== null && own !== undefined && { [header_name]: own }),
    ...signedHeaders({ id, body, secrets: old === undefined ? [secret] : [secret, old] }, at),
    'content-type': 'application/json; charset=utf-8',
    'user-agent': `SkillHaat-Webhooks/${VERSION}`,
  }
  return postEvent(row.url, { body, headers }, { production: config.production, ...way })
}

/** Sends an example of an event. */
export function sendSample(ctx: Sending, row: EndpointRow, event: WebhookEvent, way?: Way): Promise<PostResult> {
  const id = newEventId()
  return sendTo(ctx, row, { id, body: sampleBody(event, row.format, { id, now: ctx.now() }) }, way)
}
