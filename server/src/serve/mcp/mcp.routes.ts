import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { ORPCError } from '@orpc/server'
import { type Request as Arriving, Router } from 'express'
import { VERSION } from '../../config.ts'
import type { CallContext, Context } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { createTurns } from '../../platform/queue/turns.ts'
import { authenticateKey, type KeyedAdmin, keyIn } from '../api-keys/authenticate-key.ts'
import { holdsKey } from '../api-keys/key-form.ts'
import { isOpenTo, keyedCaller } from '../api-keys/keyed-caller.ts'
import { callInProcess } from '../http/api.ts'
import { clientAddress } from '../http/client-address.ts'
import { parseJsonBody, readRawBody } from '../http/read-body.ts'
import { routes as calls } from '../http/route-table.ts'
import type { Routes } from '../http/routes.ts'
import { asData, DATA_NOTICE, type Tool, tools } from './mcp-tools.ts'

export const routes: Routes = (ctx) => [{ path: '/api/mcp', handler: createMcp(ctx) }]

const methods = new Map(calls.map(({ key, method }) => [key, method]))

/** Serves `/api/mcp`: tools for an assistant, by the Model Context Protocol over HTTP. It has no sessions and no streams. */
function createMcp(ctx: Context): Router {
  const inTurn = createTurns({
    atOnce: 4,
    waiting: 40,
    patienceMs: 5_000,
    says: 'Too many requests at the moment. Please try again.',
  })
  const own = new URL(ctx.config.storeUrl).origin
  const router = Router({ caseSensitive: true })
  router.all('/', async (req, res) => {
    res.setHeader('Cache-Control', 'no-store')
    res.locals.route = 'mcp'
    // A page of another site must reach no shop in the reader's own network.
    const { origin } = req.headers
    if (origin !== undefined && origin !== own) throw plainError('forbidden', 'This page may not call the shop')
    if (holdsKey(req.originalUrl))
      throw plainError('authentication_required', 'Send an API key in the Authorization header, never in an address')
    if (req.method !== 'POST') {
      res.setHeader('Allow', 'POST')
      throw plainError('method_not_allowed', 'This method is not allowed here')
    }
    // Without it a client takes the 401 for a wish to register.
    res.setHeader('WWW-Authenticate', 'Bearer realm="API key of the shop"')
    const key = keyIn(req.headers.authorization)
    if (key === undefined)
      throw plainError('authentication_required', 'Send an API key in the Authorization header, never in an address')
    const admin = await authenticateKey(ctx, key, (name, value) => res.setHeader(name, value))
    res.removeHeader('WWW-Authenticate')
    const parsedBody = parseJsonBody(req, await readRawBody(req, 'admins'))
    // Several at once would count as one request of the key.
    if (Array.isArray(parsedBody)) throw plainError('bad_request', 'Send one message in a request')
    // A tenth of the program and of its memory, which most shops never use.
    const sdk = await import('@modelcontextprotocol/server')
    const handler = sdk.createMcpHandler(() => createServer(sdk, ctx, { req, admin }), {
      maxSubscriptions: 0,
      onerror: (error) => ctx.log.debug({ err: error }, 'a request of an assistant failed'),
    })
    const answer = await inTurn({ lane: 'proven', rank: 0, caller: admin.key.key_id }, () =>
      handler.fetch(asFetched(req), { parsedBody }),
    )
    res.status(answer.status)
    for (const [name, value] of answer.headers) res.setHeader(name, value)
    res.end(Buffer.from(await answer.arrayBuffer()))
  })
  return router
}

/** The request as the protocol's package reads it, without its key. */
function asFetched(req: Arriving): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers))
    if (typeof value === 'string' && name !== 'authorization' && name !== 'cookie') headers.set(name, value)
  return new Request('http://shop.invalid/api/mcp', { method: 'POST', headers })
}

type Sdk = typeof import('@modelcontextprotocol/server')

/** Lists the tools that the key's scopes open; another is unknown. */
function createServer(sdk: Sdk, ctx: Context, { req, admin }: { req: Arriving; admin: KeyedAdmin }): McpServer {
  const options = {
    instructions: DATA_NOTICE,
    // The only version in which a server must take several messages at once.
    supportedProtocolVersions: sdk.SUPPORTED_PROTOCOL_VERSIONS.filter((one) => one !== '2025-03-26'),
  }
  const server = new sdk.McpServer({ name: 'skillhaat', version: VERSION }, options)
  for (const tool of tools.filter(({ call }) => methods.has(call) && isOpenTo(call, admin.key.scopes))) {
    const { name, title, description, input, writes } = tool
    const annotations = { readOnlyHint: !writes, destructiveHint: false, idempotentHint: !writes, openWorldHint: false }
    server.registerTool(name, { title, description, inputSchema: input, annotations }, (values) =>
      runTool(ctx, req, { admin, tool, values }),
    )
  }
  return server
}

/** Makes the call of a tool as the API would. A refusal is an answer of the tool, with the code of the API. */
async function runTool(
  ctx: Context,
  req: Arriving,
  { admin, tool, values }: { admin: KeyedAdmin; tool: Tool; values: Record<string, unknown> },
): Promise<CallToolResult> {
  const headers = new Map<string, string>()
  try {
    const keyed = keyedCaller(ctx, admin, {
      call: tool.call,
      method: methods.get(tool.call) ?? 'GET',
      address: req.originalUrl,
      idempotencyKey: req.get('idempotency-key'),
    })
    const context: CallContext = {
      ctx,
      call: tool.call,
      client: clientAddress(req),
      header: () => undefined,
      setHeader: (name, value) => headers.set(name, value),
      ...keyed,
    }
    const output = await callInProcess(context, tool.toCall ? tool.toCall(values) : values)
    const data = output instanceof File ? JSON.parse(await output.text()) : output
    const total = headers.get('X-Total-Count')
    return {
      content: [{ type: 'text', text: asData(total === undefined ? { data } : { total: Number(total), data }) }],
    }
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    const wait = headers.get('Retry-After')
    const refusal = wait === undefined ? error.data : { ...error.data, retry_after_seconds: Number(wait) }
    return { isError: true, content: [{ type: 'text', text: asData({ error: refusal }) }] }
  }
}
