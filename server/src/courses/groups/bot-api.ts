import { z } from 'zod'

/** An answer of the Bot API; a network failure is `code` 0. */
export type BotAnswer<T = unknown> =
  | { ok: true; result: T }
  | { ok: false; code: number; words: string; retryAfter?: number; movedTo?: number }

const Answer = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error_code: z.number().catch(500),
  description: z.string().catch(''),
  parameters: z.object({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() }).catch({}),
})

/** Calls a method of the Bot API. The token is in the address, so no error names the address. Never throws. */
export async function callBot<T>(
  bot: { url: string; token: string },
  method: string,
  body: object,
): Promise<BotAnswer<T>> {
  try {
    const response = await fetch(`${bot.url}/bot${bot.token}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(15_000),
    })
    const { ok, result, error_code: code, description, parameters } = Answer.parse(await response.json())
    if (ok) return { ok, result: result as T }
    const { retry_after: retryAfter, migrate_to_chat_id: movedTo } = parameters
    return {
      ok,
      code,
      words: description.slice(0, 200),
      ...(retryAfter && { retryAfter }),
      ...(movedTo && { movedTo }),
    }
  } catch {
    return { ok: false, code: 0, words: 'Telegram did not answer' }
  }
}
