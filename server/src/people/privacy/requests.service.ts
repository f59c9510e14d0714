import type { OwnData } from 'contract/account'
import { addDays, DAY_MS, indianDay } from 'contract/indian-time'
import type { Language } from 'contract/languages'
import {
  AIM_DAYS,
  BACK_DAYS,
  type DeskRequest,
  type Nominee,
  type PrivacyRequest,
  type RequestKind,
  type StoredRequest,
} from 'contract/privacy/requests'
import { emailKey } from 'contract/typed-keys'
import type { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { appError, plainError, sessionExpired } from '../../errors.ts'
import { inLanguage } from '../../platform/language/language.ts'
import { lockOrdersOf } from '../../sales/orders/orders.queries.ts'
import { changedFields, noteChange } from '../../shop/activity/note-change.ts'
import { hashOf } from '../../shop/auth/contact-changes.ts'
import { makeAccounts } from '../../shop/auth/made-account.ts'
import { requireCurrentPassword } from '../../shop/auth/passwords.ts'
import { revokeSessions } from '../../shop/auth/sessions.queries.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { useCode } from '../../shop/mailed-codes/mailed-codes.queries.ts'
import { invalidCode, requireCode } from '../../shop/mailed-codes/mailed-codes.ts'
import { findProfile, markProven } from '../../shop/users/contacts.queries.ts'
import { findCredentials, findCredentialsById } from '../../shop/users/credentials.queries.ts'
import { hideUser, showUser } from '../../shop/users/hidden.queries.ts'
import { findLanguage } from '../../shop/users/language.queries.ts'
import { correctUser, findToErase } from '../../shop/users/users.queries.ts'
import { DELETED, erasePerson } from '../account/erase-person.ts'
import { readOwnData } from '../account/own-data.ts'
import {
  countDesk,
  countRequests,
  type DeskRow,
  findByFileHash,
  findEqual,
  findNamer,
  insertRequest,
  listRequests,
  lockByBackHash,
  lockNumbers,
  lockRequest,
  type RequestRow,
  requestNo,
  setNominee,
  updateRequest,
} from './requests.queries.ts'
import { readRetained } from './retained.ts'

export type Wanted = {
  kind: RequestKind
  note: string | null
  new_name?: string | undefined
  nominee?: Nominee | undefined
  nominee_of?: string | undefined
}

type Requester = { id: number | undefined; email: string; name: string | null; language: Language }

const linkExpired = () => appError('link_expired', 'This link has expired or was used already')

export const wireRequest = (row: RequestRow): PrivacyRequest => ({
  request_no: requestNo(row),
  kind: row.kind,
  status: row.status,
  created_at: new Date(row.created_at).toISOString(),
  due_on: row.due_on,
  erase_at: row.erase_at && new Date(row.erase_at).toISOString(),
  answer: row.answer,
})

/** Runs the work on a request in a transaction. A public page may show a review of whoever is hidden. */
const within = <T>(ctx: Context, kind: RequestKind, work: (trx: Db) => Promise<T>): Promise<T> =>
  kind === 'erasure' ? writeCatalogue(ctx.db, work) : ctx.db.transaction(work)

/** Makes the request of whoever typed a code. 401 `invalid_credentials`. */
export async function requestByCode(
  ctx: Context,
  typed: { challenge: string; code: string },
  wanted: Wanted,
  language: Language,
): Promise<StoredRequest> {
  const proven = await requireCode(ctx, typed, 'privacy')
  return within(ctx, wanted.kind, async (trx) => {
    const account = await findCredentials(trx, { email: proven.email })
    // The account is locked before its codes, as by a login.
    const profile = account && (await findToErase(trx, account.id)) && (await findProfile(trx, account.id))
    if (!(await useCode(trx, proven))) throw invalidCode()
    const requester: Requester = {
      id: account?.id,
      email: proven.email,
      name: profile?.name ?? null,
      language: account ? await findLanguage(trx, account.id) : language,
    }
    return store(ctx, trx, requester, wanted)
  })
}

/** Makes the request of a logged-in student (`users.id`). 422 `wrong_password` for an own erasure: an open browser alone deletes nobody. */
export async function requestOwn(
  ctx: Context,
  id: number,
  wanted: Wanted,
  password: string | undefined,
): Promise<StoredRequest> {
  if (wanted.kind === 'erasure' && wanted.nominee_of === undefined)
    await requireCurrentPassword(await findCredentialsById(ctx.db, id), password)
  return within(ctx, wanted.kind, async (trx) => {
    const person = await findToErase(trx, id)
    if (!person) throw sessionExpired()
    const { name } = await findProfile(trx, id)
    return store(ctx, trx, { id, email: person.email, name, language: person.language }, wanted)
  })
}

/** Stores a request, or returns the equal open one. The caller holds the row of who asks. */
async function store(ctx: Context, trx: Db, requester: Requester, wanted: Wanted): Promise<StoredRequest> {
  const now = ctx.now()
  const { kind, note } = wanted
  const nominee_of = wanted.nominee_of === undefined ? null : emailKey(wanted.nominee_of)
  const own = nominee_of === null
  const namer = own ? undefined : await findNamer(trx, requester.email, nominee_of)
  const user_id = (own ? requester.id : namer?.id) ?? null
  const { email, language } = requester
  const request = { kind, email, nominee_of, note, new_name: (kind === 'correction' && wanted.new_name) || null }
  const hides = own && kind === 'erasure' && user_id !== null
  if (hides) await hide(ctx, trx, user_id)
  if (own && kind === 'nomination' && user_id !== null && wanted.nominee)
    await setNominee(trx, user_id, { ...wanted.nominee, email: emailKey(wanted.nominee.email) }, now)
  await lockNumbers(trx)
  const equal = kind === 'nomination' ? undefined : await findEqual(trx, request)
  if (equal) return wireRequest(equal)
  const day = indianDay(now)
  const row = await insertRequest(trx, {
    ...request,
    user_id,
    language,
    name: requester.name ?? namer?.nominee_name ?? null,
    status: hides ? 'hidden' : kind === 'nomination' ? 'done' : 'open',
    year: Number(day.slice(0, 4)),
    created_at: now,
    due_on: addDays(day, AIM_DAYS[kind]),
    erase_at: hides ? new Date(now.getTime() + BACK_DAYS * DAY_MS) : null,
  })
  await ctx.queue.send(trx, 'privacy-received-mail', { request_id: row.request_id })
  return { ...wireRequest(row), ...(hides && { retained: await readRetained(trx, user_id, now) }) }
}

/** Closes the login of a student and hides them, until they are erased or take it back. The caller holds the row. */
async function hide(ctx: Context, trx: Db, id: number): Promise<void> {
  // Nobody is to pay for what nobody gets.
  for (const order_id of await lockOrdersOf(trx, id))
    await ctx.queue.send(trx, 'close-links', { order_id }, { singletonKey: order_id })
  await revokeSessions(trx, { audience: 'user', id }, ctx.now())
  await hideUser(trx, id, ctx.now())
}

/** Shows a hidden account again, by the link of its email. 422 `link_expired`. */
export async function takeBack(ctx: Context, token: string): Promise<void> {
  await writeCatalogue(ctx.db, async (trx) => {
    const row = await lockByBackHash(trx, hashOf(token))
    if (!row?.user_id || !row.erase_at || new Date(row.erase_at) <= ctx.now()) throw linkExpired()
    if (!(await showUser(trx, row.user_id))) throw linkExpired()
    await updateRequest(trx, row.request_id, { status: 'taken_back', back_hash: null, erase_at: null })
  })
}

/** Reads the file behind an emailed link. It opens no session: addresses of files in it are not signed for any. 422 `link_expired`. */
export async function readFile(ctx: Context, token: string): Promise<z.output<typeof OwnData>> {
  const user = await findByFileHash(ctx.db, hashOf(token), ctx.now())
  if (!user) throw linkExpired()
  return readOwnData(ctx, { ...user, session_id: '' })
}

/** Erases a hidden person whose time is over; does nothing for a request that was taken back. */
export async function finishErasure(ctx: Context, requestId: string): Promise<void> {
  await writeCatalogue(ctx.db, async (trx) => {
    const row = await lockRequest(trx, requestId)
    if (row?.status !== 'hidden' || !row.user_id || !row.erase_at || new Date(row.erase_at) > ctx.now()) return
    await showUser(trx, row.user_id)
    const person = await findToErase(trx, row.user_id)
    if (!person) return
    const retained = await readRetained(trx, row.user_id, ctx.now())
    await erasePerson(ctx, trx, { ...person, nobody: DELETED, now: ctx.now() })
    // The email is queued after the erasure, for that removes queued emails to this address.
    const { language } = row
    const payload = { email: row.email ?? person.email, language, request_no: requestNo(row), retained }
    await ctx.queue.send(trx, 'privacy-erased-mail', payload)
  })
  ctx.log.info({ request_id: requestId }, 'a requested erasure is done')
}

const deskRequest = (row: DeskRow): DeskRequest => ({
  ...wireRequest(row),
  request_id: row.request_id,
  email: row.email,
  name: row.name,
  user_id: row.email === null ? null : row.about_id,
  nominee_of: row.nominee_of === null ? null : { email: row.nominee_of, named: row.named, relation: row.relation },
  note: row.note,
  compare:
    row.new_name === null || row.about_name === null || row.email === null
      ? null
      : { old: row.about_name, new: row.new_name },
  answered_at: row.answered_at && new Date(row.answered_at).toISOString(),
  answered_by: row.answered_by,
  proposed_answer:
    row.kind === 'access' && row.status === 'open' && row.user_id !== null
      ? inLanguage(row.language).t('The link below opens a file with everything that we store about you.')
      : null,
})

/** The last day of which open requests count as due. */
export const soonOf = (now: Date) => addDays(indianDay(now), 1)

export async function readDesk(
  ctx: Context,
  {
    limit = 20,
    offset = 0,
    ...filter
  }: Pick<Parameters<typeof listRequests>[1], 'show' | 'kind'> & {
    limit?: number | undefined
    offset?: number | undefined
  },
) {
  const now = ctx.now()
  const [rows, total, counts] = await Promise.all([
    listRequests(ctx.db, { ...filter, limit, offset }),
    countRequests(ctx.db, filter),
    countDesk(ctx.db, { soon: soonOf(now), year: Number(indianDay(now).slice(0, 4)) }),
  ])
  return { requests: rows.map(deskRequest), total, counts }
}

/** Answers an open request, and does what it asks with `apply`. 404; 409. */
export async function decide(
  ctx: Context,
  requestId: string,
  { outcome, answer, apply }: { outcome: 'done' | 'refused'; answer: string; apply: boolean },
  by: string,
): Promise<DeskRequest> {
  const kind = (await listRequests(ctx.db, { id: requestId, limit: 1, offset: 0 }))[0]?.kind
  if (!kind) throw plainError('not_found', 'No such request')
  await within(ctx, kind, async (trx) => {
    const row = await lockRequest(trx, requestId)
    if (!row) throw plainError('not_found', 'No such request')
    if (row.status !== 'open') throw plainError('conflict', 'This request is closed already')
    const now = ctx.now()
    const hides = apply && outcome === 'done' && (await applyTo(ctx, trx, row))
    await updateRequest(trx, requestId, {
      status: hides ? 'hidden' : outcome,
      answer,
      answered_by: by,
      answered_at: now,
      ...(hides && { erase_at: new Date(now.getTime() + BACK_DAYS * DAY_MS) }),
    })
    await ctx.queue.send(trx, 'privacy-answer-mail', { request_id: requestId })
    await noteChange(trx, {
      kind: 'user',
      id: requestNo(row),
      name: requestNo(row),
      ...changedFields<{ request: string }>({ request: row.status }, { request: outcome }),
    })
  })
  const [row] = await listRequests(ctx.db, { id: requestId, limit: 1, offset: 0 })
  if (!row) throw plainError('not_found', 'No such request')
  return deskRequest(row)
}

/** Corrects the name, or hides the person of a nominee's erasure: then true. 409 where there is nothing to apply. */
async function applyTo(ctx: Context, trx: Db, row: RequestRow): Promise<boolean> {
  const id = row.user_id ?? (await accountToErase(ctx, trx, row))
  const person = id === undefined ? undefined : await findToErase(trx, id)
  if (!person) throw plainError('conflict', 'There is no account to change')
  if (row.kind === 'correction' && row.new_name) {
    await correctUser(trx, person.id, { name: row.new_name })
    return false
  }
  if (row.kind !== 'erasure') throw plainError('conflict', 'There is nothing to apply')
  await hide(ctx, trx, person.id)
  return true
}

/**
 * Makes an account for a proven address without one that asks for its erasure: it is hidden and erased as every other, with all that is
 * stored under the address.
 */
async function accountToErase(ctx: Context, trx: Db, row: RequestRow): Promise<number | undefined> {
  const { email, name, nominee_of, kind, request_id } = row
  if (kind !== 'erasure' || nominee_of !== null || email === null) return undefined
  const made = (await makeAccounts(trx, [{ email, phone: null, name }], ctx.now())).get(email)
  // Somebody registered since.
  const id = made?.id ?? (await findCredentials(trx, { email }))?.id
  if (id === undefined) return undefined
  await markProven(trx, id, ctx.now())
  await updateRequest(trx, request_id, { user_id: id })
  return id
}
