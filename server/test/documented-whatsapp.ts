import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The next answer to a message: accepted, refused with a code, or none though it was taken. */
export type Answer = 'accepted' | 'lost' | { code: number; status?: number; details?: string }

export type DocumentedWhatsapp = {
  url: string
  /** Bodies of the messages that arrived, oldest first. */
  messages: Record<string, unknown>[]
  /** Answers in order; the last one repeats. */
  answers: Answer[]
  close(): Promise<void>
}

/**
 * Answers with the examples of Meta's documentation, word for word but for ids: the messages, the error object and the list of templates. It
 * checks nothing, so that a client is measured by the bytes alone and not by our own reading of the rules.
 */
export async function startDocumentedWhatsapp(): Promise<DocumentedWhatsapp> {
  const messages: Record<string, unknown>[] = []
  const answers: Answer[] = ['accepted']
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    if (req.url?.includes('/message_templates')) return json(res, 200, TEMPLATES)
    messages.push(JSON.parse(Buffer.concat(chunks).toString()))
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? 'accepted'
    if (answer === 'lost') return void req.socket.destroy()
    if (answer === 'accepted') return json(res, 200, accepted(req, messages))
    const { code, status = 400, details = 'Details as documented' } = answer
    json(res, status, {
      error: {
        message: `(#${code}) Title of the code`,
        type: 'OAuthException',
        code,
        error_data: { messaging_product: 'whatsapp', details },
        error_subcode: 2_494_055,
        fbtrace_id: 'Az8or2yhqkZfEZ-_4Qn_Bam',
      },
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    messages,
    answers,
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}

function json(res: ServerResponse, status: number, body: object): void {
  res
    .writeHead(status, { 'content-type': 'application/json; charset=UTF-8', connection: 'close' })
    .end(JSON.stringify(body))
}

function accepted(_req: IncomingMessage, messages: readonly Record<string, unknown>[]): object {
  const to = String(messages.at(-1)?.to)
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: to, wa_id: to }],
    messages: [{ id: `wamid.HBgLMTY0NjcwNDM1OTUVAgARGBI${messages.length}`, message_status: 'accepted' }],
  }
}

const TEMPLATES = {
  data: [
    {
      name: 'seasonal_promotion',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Our courses are here!' },
        {
          type: 'BODY',
          text: 'Hello {{1}}, shop now through {{2}} and save.',
          example: { body_text: [['Asha', 'Friday']] },
        },
        { type: 'FOOTER', text: 'Use the buttons below to manage your marketing subscriptions' },
        { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Stop promotions' }] },
      ],
      language: 'en',
      status: 'APPROVED',
      category: 'MARKETING',
      id: '564750795574598',
    },
    {
      name: 'seasonal_promotion',
      components: [{ type: 'BODY', text: 'नमस्ते {{1}}, {{2}} तक देखें।' }],
      language: 'hi',
      status: 'APPROVED',
      category: 'MARKETING',
      id: '564750795574599',
    },
  ],
  paging: { cursors: { before: 'MAZDZD', after: 'MjQZD' } },
}
