import { OpenAPIHandler } from '@orpc/openapi/node'
import { type AnyProcedure, createProcedureClient, isProcedure, ORPCError } from '@orpc/server'
import { type Contract, contract } from 'contract'
import { isOrderNo } from 'contract/orders/fields'
import type { Request, RequestHandler, Response } from 'express'
import { type CallContext, type Context, calls, type Db } from '../../context.ts'
import { appError, invalidField, plainError } from '../../errors.ts'
import { importAll } from '../../platform/features/import-all.ts'
import { CATALOGUE_TAG, cacheAtEdge } from '../../platform/net/cache-at-edge.ts'
import { findIdOfNumber } from '../../sales/orders/order-numbers.queries.ts'
import { actAs } from '../../shop/activity/note-change.ts'
import { authenticateAdmin, authenticateUser } from '../../shop/auth/authenticate.ts'
import { requireSeeable } from '../../shop/auth/views.ts'
import { plainChange, requireRole, requireTrustFor, writesAsAdmin } from './admin-writes.ts'
import type { Turns } from './busy.ts'
import { callerOf } from './caller.ts'
import { clientAddress } from './client-address.ts'
import { consoleCalled } from './console-caller.ts'
import { countCall } from './count-call.ts'
import { encodeError, notFound, sendError } from './encode-error.ts'
import { holdsUnstorable } from './json-scan.ts'
import { type BodySender, parseJsonBody, readRawBody } from './read-body.ts'
import { createUploadReader } from './read-upload.ts'
import { matchRoute, type Route, routes } from './route-table.ts'

const modules = await importAll('../../**/*.handlers.ts', import.meta.dirname)

const addressOf = ({ method, path }: { method?: string | undefined; path?: string | undefined }) => `${method} ${path}`

/** Arranges the handlers as the contract does; throws for a call without a handler, and for one with two. */
function arrange(): Record<keyof Contract, Record<string, AnyProcedure>> {
  const handlers = new Map<string, AnyProcedure>()
  for (const handler of modules.flatMap(Object.values).flatMap((group: object) => Object.values(group))) {
    if (!isProcedure(handler)) continue
    const address = addressOf(handler['~orpc'].route)
    if (handlers.has(address)) throw new Error(`${address} has two handlers`)
    handlers.set(address, handler)
  }
  const tree = Object.fromEntries(Object.keys(contract).map((feature) => [feature, {} as Record<string, AnyProcedure>]))
  for (const { key, ...route } of routes) {
    const [feature = '', call = ''] = key.split('.')
    const handler = handlers.get(addressOf(route))
    if (!handler || !tree[feature]) throw new Error(`${key} has no handler: export it from a *.handlers.ts`)
    tree[feature][call] = handler
  }
  return tree as Record<keyof Contract, Record<string, AnyProcedure>>
}

/** The contract, implemented and counted. Handlers are found by their files. */
const router = calls.use(countCall).router(arrange() as unknown as Parameters<typeof calls.router>[0])

/**
 * Makes the call of `context.call` in process: limits, validation, rights and activity are those of the API. The caller is authenticated.
 * The contract's schema reads the input: numbers of a query are digits.
 */
export async function callInProcess(context: CallContext, input: unknown): Promise<unknown> {
  const path = context.call.split('.')
  const [feature = '', call = ''] = path
  const procedure = (router as unknown as Record<string, Record<string, AnyProcedure>>)[feature]?.[call]
  if (!procedure) throw notFound()
  const run = createProcedureClient(procedure, {
    context,
    path,
    interceptors: [({ next, ...options }) => runCall(options, (read) => next({ ...options, input: read }))],
  })
  return run(input)
}

/** Makes a call in process for whoever sent this request, who is authenticated first; throws as the API answers. Returns what it sends. */
export async function answerFor(ctx: Context, req: Request, call: string, input?: object): Promise<unknown> {
  const route = routes.find(({ key }) => key === call)
  if (!route) throw notFound()
  const context: CallContext = {
    ctx,
    call,
    client: clientAddress(req),
    header: (name) => req.get(name),
    setHeader: () => undefined,
  }
  await authenticate(context, route, req)
  return JSON.parse(JSON.stringify(await callInProcess(context, input)))
}

/** Addresses longer than this are 414. */
const MAX_ADDRESS = 8192

/**
 * The API below `/api`. A request meets, in this order: its call (404, 405), the rights to it (401), the limits of its
 * body (400, 413, 415), validation (422), the handler. Nothing reaches a handler that the contract does not name.
 */
export function createApi(ctx: Context, turns: Pick<Turns, 'ofCall'>): RequestHandler {
  const readUpload = createUploadReader(ctx)
  const handler = new OpenAPIHandler<CallContext>(router, {
    customErrorResponseBodyEncoder: (error) => error.data ?? encodeError(error, ctx.log).body,
    clientInterceptors: [({ next, ...options }) => runCall(options, (input) => next({ ...options, input }))],
  })

  return async (req, res) => {
    let discard: (() => Promise<void>) | undefined
    try {
      const table = asTable(req.originalUrl)
      const { route, params } = findRoute(req.method, table, res)
      const workbook = table !== req.originalUrl
      req.originalUrl = withoutEmpty(table)
      res.locals.route = route.key
      if (route.atEdge) cacheAtEdge(res, [CATALOGUE_TAG])
      if (route.access !== 'public') res.setHeader('Cache-Control', 'no-store')
      const context: CallContext = {
        ctx,
        call: route.key,
        client: clientAddress(req),
        header: (name) => req.get(name),
        setHeader: (name, value) => res.setHeader(name, value),
        ...(workbook && { workbook }),
      }
      const caller = callerOf(ctx, req)
      const reach = (step: string) => {
        res.locals.step = step
      }
      reach('waits for the turn of its session')
      if (route.access !== 'public')
        await turns.ofCall(route, caller, () => {
          reach('authenticates')
          return authenticate(context, route, req)
        })
      reach('reads its body')
      const asText = route.file?.orJson && /^application\/json\b/i.test(req.get('content-type') ?? '')
      if (route.file && !asText) {
        const read = await readUpload(req, res, { context, params, file: route.file })
        discard = read.discard
        context.upload = read.upload
        req.body = read.body
      } else {
        const bytes = route.body === 'none' ? Buffer.alloc(0) : await readRawBody(req, senderOf(route))
        if (route.body === 'raw') context.rawBody = bytes
        req.body = route.body === 'json' || asText ? parseJsonBody(req, bytes) : {}
      }
      if (req.method === 'HEAD') req.method = 'GET'
      // No turn is taken while its body arrives: a slow sender blocks nobody.
      reach('waits for its turn')
      const { matched } = await turns.ofCall(route, accountOf(context) ?? caller, () => {
        reach('runs its handler')
        return handler.handle(req, res, { prefix: '/api', context })
      })
      if (!matched) throw notFound()
    } catch (error) {
      sendError(res, error, ctx.log)
    } finally {
      await discard?.()
    }
  }
}

type Running = { context: CallContext; input: unknown; path: readonly string[]; procedure: AnyProcedure }

/** Runs a call with its checks of rights and its activity entry; an error has the contract's form. */
async function runCall(running: Running, work: (input: unknown) => Promise<unknown>): Promise<unknown> {
  const { procedure, context, path } = running
  try {
    const { admin, ctx } = context
    const call = path.join('.')
    // Rights were checked for one call: the router must not have found another, however it reads the address.
    if (call !== context.call) throw notFound()
    const input = await byOrderId(ctx.db, running.input)
    if (admin) await requireTrustFor(admin, procedure['~orpc'], input)
    const run = () => work(input)
    const noted = () =>
      admin && writesAsAdmin(procedure['~orpc'], call)
        ? actAs(ctx.db, { admin, call, now: ctx.now() }, plainChange(call, input), run)
        : run()
    return await (context.around ? context.around(input, noted) : noted())
  } catch (error) {
    const detailed = procedure['~orpc'].route.inputStructure === 'detailed'
    const encoded = encodeError(error, context.ctx.log, detailed)
    if (encoded.retryAfterSeconds) context.setHeader('Retry-After', String(encoded.retryAfterSeconds))
    throw new ORPCError(encoded.body.code, {
      status: encoded.status,
      message: encoded.body.detail,
      data: encoded.body,
    })
  }
}

/** Puts an order's id in the place of its number, so that every call takes either. An unknown number stays, for the call to answer 404. */
async function byOrderId(db: Db, input: unknown): Promise<unknown> {
  if (typeof input !== 'object' || input === null) return input
  const { order_id, params } = input as { order_id?: unknown; params?: unknown }
  if (params !== undefined) return { ...input, params: await byOrderId(db, params) }
  if (typeof order_id !== 'string' || !isOrderNo(order_id)) return input
  return { ...input, order_id: (await findIdOfNumber(db, order_id)) ?? order_id }
}

/** Names the account, whichever of its sessions calls. */
function accountOf({ user, admin }: CallContext): string | undefined {
  return user?.user_id ?? admin?.key?.key_id ?? admin?.admin_id
}

function senderOf({ access, body }: Route): BodySender {
  if (body === 'raw') return 'webhooks'
  return access === 'admin' ? 'admins' : 'people'
}

async function authenticate(context: CallContext, route: Route, req: Request): Promise<void> {
  const { authorization } = req.headers
  if (route.access === 'user') {
    const user = await authenticateUser(context.ctx, authorization)
    requireSeeable(user, route)
    context.user = user
  }
  if (route.access !== 'admin') return
  const { header, setHeader } = context
  const arriving = { call: route.key, method: route.method, address: req.originalUrl, header, setHeader }
  const other = (await consoleCalled(context.ctx, arriving)).find((one) => one !== undefined)
  if (other) {
    context.admin = other.admin
    context.around = other.around
    return
  }
  const admin = await authenticateAdmin(context.ctx, authorization)
  requireRole(admin, route, context.ctx.now())
  context.admin = admin
}

function findRoute(method: string, originalUrl: string, res: Response) {
  if (originalUrl.length > MAX_ADDRESS) {
    res.status(414)
    throw appError('too_large', 'The address is too long')
  }
  const [path = ''] = originalUrl.split('?', 1)
  const query = originalUrl.slice(path.length + 1)
  if (isAmbiguous(path)) throw notFound()
  const match = matchRoute(method, path.slice('/api'.length) || '/')
  if (!match) throw notFound()
  if ('allowed' in match) {
    res.setHeader('Allow', match.allowed.join(', '))
    throw plainError('method_not_allowed', 'This method is not allowed here')
  }
  checkQuery(query)
  return match
}

/** Every table of `/admin/export` is a workbook, too, at its address with `.xlsx` in the place of `.csv`. */
const asTable = (address: string) => address.replace(/^(\/api\/admin\/export\/[a-z_]+)\.xlsx(?=$|\?)/, '$1.csv')

/** An empty value of a query is an absent one, whatever its key stands for. */
function withoutEmpty(address: string): string {
  const [path = ''] = address.split('?', 1)
  const pairs = address.slice(path.length + 1).split('&')
  const passed = pairs.filter((pair) => pair.includes('=') && pair.indexOf('=') < pair.length - 1)
  return passed.length > 0 ? `${path}?${passed.join('&')}` : path
}

/** The router reads addresses with `URL`, which resolves dots, ends a path at `#` and takes a backslash for a slash. */
function isAmbiguous(path: string): boolean {
  const isDots = (segment: string) => /^\.\.?$/.test(decodeURIComponent(segment))
  return /[\\#]/.test(path) || path.split('/').some(isDots)
}

/** Refuses a repeated key, which two readers would read differently; `answers[city]` and `answers[size]` are two keys of one object. */
function checkQuery(query: string): void {
  try {
    decodeURIComponent(query.replaceAll('+', ' '))
  } catch {
    throw plainError('bad_request', 'The address is not well formed')
  }
  const seen = new Map<string, Set<string>>()
  for (const [key, value] of new URLSearchParams(query)) {
    const name = key.replace(/\[.*$/s, '')
    const part = /^[^[]+\[(?!\d*\])[\w-]+\]$/.test(key) ? key : ''
    const parts = seen.get(name)
    if (parts && (part === '' || parts.has('') || parts.has(part))) {
      const message = `${name} is given twice`
      throw invalidField(name, message)
    }
    if (holdsUnstorable(key) || holdsUnstorable(value))
      throw appError('invalid', 'Text must be valid Unicode without NUL')
    seen.set(name, (parts ?? new Set()).add(part))
  }
}
