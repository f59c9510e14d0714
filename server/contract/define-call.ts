import { oc } from '@orpc/contract'
import type { Scope } from './api-scopes.ts'
import { adminWrites, type CallLimit, type Cost, type CountedAccount, studentWrites } from './call-cost.ts'
import type { ErrorCode } from './errors.ts'

/** Callers of a call. The server enforces it before the handler runs; a call is public only by declaration. */
export type Access = 'public' | 'user' | 'admin'

/** Kind of request body: `raw` leaves the bytes unchanged, `multipart` goes to disk. */
export type BodyKind = 'none' | 'json' | 'multipart' | 'raw'

/** The one file of a `multipart` body, which is refused before it is read whole. */
export type BodyFile = {
  field: string
  /** Refuses a body without it. */
  missing: string
  /** Its bytes at most, and the words that refuse more. Without them it is a video, whose size is a setting. */
  atMost?: readonly [bytes: number, tooLarge: string]
  /** Text fields beside it. */
  fields?: readonly string[]
  /** A body of JSON has a text in the place of the file. */
  orJson?: true
}

/**
 * Rights of an admin: an owner everything, an editor the catalogue and the media, support users and orders, finance
 * money, documents and codes.
 */
export type AdminRole = 'owner' | 'editor' | 'support' | 'finance'

/**
 * Asks for a confirmation (password, app or passkey) of the last minutes where a call cannot be undone: it erases, pays out, opens
 * another's account, gives access away or takes lists of buyers along. `caller` asks whoever calls; a function asks for the inputs that
 * it answers true to, and those are only of owners and finance. A write of an admin decides it: `without` says why none is needed.
 */
// biome-ignore lint/suspicious/noExplicitAny: the input has the type that the entry's own schema gives it
export type Confirm = 'caller' | ((input: any) => boolean)
type NoConfirm = { without: string }

/** Lifetime of a confirmation, a login counting as one. */
export const CONFIRMED_MINUTES = 10

/** Facts that a call declares and the door of the API reads. */
type Declared = {
  /** The file of its body, which is `multipart` then. */
  file?: BodyFile | undefined
  /** The right of an API key that opens it, `any` for every key. A call without is closed to all of them. */
  scope?: Scope | 'any' | undefined
  /** A write of an admin that leaves no activity entry: it confirms, previews or logs out. */
  noted?: false | undefined
  /** Answers everybody the same, and only a write of the catalogue changes the answer: caches in front of the shop store it. */
  atEdge?: true | undefined
}

export type CallMeta = Declared & {
  access: Access
  body: BodyKind
  roles: readonly AdminRole[]
  confirm?: Confirm | undefined
  /** True if an admin in the student's view may make it. */
  inView: boolean
  cost: Cost
  /** Counted before the call's work. Empty for most reads. */
  limits: readonly CallLimit[]
  account?: CountedAccount | undefined
  /** The errors of this call's own: those that its rights, its input and its limits bring about are known without. */
  codes: readonly ErrorCode[]
}

type UncountedOptions = Declared & {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Begins with `/user/` for a student's call and with `/admin/` for an admin's. */
  path: `/${string}`
  access: Access
  /** With `access: 'admin'`: the roles that may make the call besides the owner. None when absent. */
  roles?: readonly Exclude<AdminRole, 'owner'>[]
  /**
   * With `access: 'user'`: an admin who sees the shop as this student may make it. Only what changes nothing is open to such a view, and
   * a call is closed until it says so: the GET of a student's screen does.
   */
  inView?: true
  /** Required for a write of an admin, unless its handler asks: then `codes` have `confirmation_required`. */
  confirm?: Confirm | NoConfirm
  /** The most expensive part; `plain` when absent. */
  cost?: Cost
  /** The bound that replaces the rate limits of a call. */
  bounded?: string
  summary: string
  /** Success status, 200 when absent. */
  status?: number
  /**
   * `compact` merges path parameters with the query (GET) or the JSON body; `detailed` keeps
   * `{params, query, headers, body}` apart, so that a body can never stand in for a path parameter.
   */
  input?: 'compact' | 'detailed'
  body?: BodyKind
  /** Errors beyond those of its rights, path, body and limits: see `CallMeta`. */
  codes?: readonly ErrorCode[]
}

/**
 * The rate limits of the call. A write of a student or admin has `studentWrites` or `adminWrites` when absent; a public write names
 * its limits, or by what it is `bounded` instead. A limit of an account names which one.
 */
type Limits =
  | { limits?: readonly CallLimit<'client' | 'caller'>[]; account?: CountedAccount }
  | { limits: readonly CallLimit[]; account: CountedAccount }

type CallOptions = UncountedOptions & Limits
/** Options of one call beside those of its family. */
export type MoreOptions = Partial<UncountedOptions> & Limits

const usualLimits: Record<Access, readonly CallLimit[]> = { public: [], user: [studentWrites], admin: [adminWrites] }

/** Begins one entry of the contract. Throws for a write that says neither how often nor, in the console, whether it is confirmed. */
export function defineCall(options: CallOptions) {
  const { method, path, access, roles = [], confirm, summary, status = 200 } = options
  const { input = 'compact', codes = [], inView = false, cost = 'plain', bounded, account } = options
  const { file, scope, noted, atEdge } = options
  const isWrite = method !== 'GET'
  const limits = options.limits ?? (isWrite && !bounded ? usualLimits[access] : [])
  if ((isWrite || cost !== 'plain') && limits.length === 0 && !bounded)
    throw new Error(`${method} ${path} needs limits, or a sentence in bounded`)
  // A handler that asks for one itself has the error among its own.
  if (isWrite && access === 'admin' && !confirm && !codes.includes('confirmation_required'))
    throw new Error(`${method} ${path} needs confirm: 'caller', a function of its input, or { without: 'reason' }`)
  const body = options.body ?? (file ? 'multipart' : method === 'GET' || method === 'DELETE' ? 'none' : 'json')
  const tag = path.startsWith('/admin') ? 'Admin' : path.startsWith('/user') ? 'User' : 'Public and account'
  return oc
    .$meta<CallMeta>({
      access,
      body,
      roles: ['owner', ...roles],
      confirm: typeof confirm === 'object' ? undefined : confirm,
      inView,
      cost,
      limits,
      account,
      codes,
      file,
      scope,
      noted,
      atEdge,
    })
    .route({ method, path, summary, successStatus: status, inputStructure: input, tags: [tag] })
}

/** Returns the contract's summary of a call (`courses.update`); undefined when there is none. */
export function summaryOf(contract: object, name: string): string | undefined {
  const entry = name.split('.').reduce<unknown>((node, part) => {
    return typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[part] : undefined
  }, contract)
  return (entry as { '~orpc'?: { route?: { summary?: string } } } | undefined)?.['~orpc']?.route?.summary
}
