import { randomBytes } from 'node:crypto'
import { addDays, DAY_MS, indianDay } from 'contract/indian-time'
import { toRupees } from 'contract/money'
import type { OwnPartner, Partner, PartnerInput, PartnerPayout, PayeeInput } from 'contract/partners/partners'
import type { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { appError, plainError } from '../../errors.ts'
import { changedFields, noteChange, shortEmail } from '../../shop/activity/note-change.ts'
import type { Place } from '../../shop/auth/devices.ts'
import { makeAccount } from '../../shop/auth/made-account.ts'
import { findByContacts } from '../../shop/users/by-contact.queries.ts'
import { isProven } from '../../shop/users/proven-address.ts'
import {
  countPresses,
  findPartners,
  findStatements,
  insertPartner,
  insertTerms,
  listDays,
  lockPartner,
  movePartner,
  noteClient,
  type PartnerRow,
  savePayee,
  sumShares,
} from './partners.queries.ts'
import { masked, payeeOf, sealPart } from './payees.ts'
import type { Payout } from './statements.ts'

const TAKEN = 'The code or the account belongs to another partner'
const DAYS_SHOWN = 90

export async function listPartners(ctx: Context, partnerId?: string): Promise<Partner[]> {
  const rows = await findPartners(ctx.db, ctx.now(), partnerId ? { partnerId } : {})
  const sums = await sumShares(ctx.db, ctx.now(), partnerId)
  return rows.map(({ partner_id, name, email, code, percent, window_days, state }) => {
    const { orders = 0, ...paise } = sums.get(partner_id) ?? {}
    return { partner_id, name, email, code, percent, window_days, state, orders, ...inRupees(paise) }
  })
}

const inRupees = ({ pending_paise = 0, due_paise = 0, paid_paise = 0 }) => ({
  pending: toRupees(pending_paise),
  due: toRupees(due_paise),
  paid: toRupees(paid_paise),
})

/** The account of an address, made if there is none: its holder logs in by a code. */
async function accountOf(ctx: Context, trx: Db, { email, name }: PartnerInput): Promise<number> {
  const [known] = await findByContacts(trx, [email], [])
  const account = known ?? (await makeAccount(ctx, trx, { email, name, phone: null }))
  if (!account) throw plainError('conflict', 'This email was taken a moment ago. Please try again')
  return account.id
}

const noted = ({
  email,
  ...terms
}: Omit<PartnerInput, 'name' | 'email'> & { email: string | null; name: string | null }) => ({
  ...terms,
  email: shortEmail(email),
})

export async function addPartner(ctx: Context, input: PartnerInput): Promise<Partner> {
  const partner_id = `ptn_${randomBytes(8).toString('hex')}`
  await ctx.db.transaction(async (trx) => {
    const now = ctx.now()
    const user_id = await accountOf(ctx, trx, input)
    const { email: _, ...terms } = input
    if (!(await insertPartner(trx, { partner_id, user_id, code: input.code, created_at: now })))
      throw plainError('conflict', TAKEN)
    await insertTerms(trx, { ...terms, partner_id }, now)
    await ctx.queue.send(trx, 'partner-invited-mail', { partner_id })
    await noteChange(trx, { kind: 'other', id: partner_id, name: input.name, after: noted(input) })
  })
  return shown(ctx, partner_id)
}

export async function changePartner(ctx: Context, partner_id: string, input: PartnerInput): Promise<Partner> {
  await ctx.db.transaction(async (trx) => {
    await lockPartner(trx, partner_id)
    const now = ctx.now()
    const [before] = await findPartners(trx, now, { partnerId: partner_id })
    if (!before) throw plainError('not_found', 'Partner not found')
    const { email, ...terms } = input
    const isMoved = email !== before.email
    const user_id = isMoved ? await accountOf(ctx, trx, input) : before.user_id
    if (!(await movePartner(trx, partner_id, { code: input.code, user_id }))) throw plainError('conflict', TAKEN)
    await insertTerms(trx, { ...terms, partner_id }, now)
    // The payee was the other person's.
    if (isMoved) {
      await savePayee(trx, partner_id, { account_sealed: null, account_at: null, pan_sealed: null })
      await ctx.queue.send(trx, 'partner-invited-mail', { partner_id })
    }
    const { name, code, percent, window_days, state } = before
    const fields = changedFields(noted({ name, email: before.email, code, percent, window_days, state }), noted(input))
    await noteChange(trx, { kind: 'other', id: partner_id, name: input.name, ...fields })
  })
  return shown(ctx, partner_id)
}

async function shown(ctx: Context, partnerId: string): Promise<Partner> {
  const [partner] = await listPartners(ctx, partnerId)
  if (!partner) throw plainError('not_found', 'Partner not found')
  return partner
}

export function payoutOf({ config }: Context, { partner, ...row }: Payout): PartnerPayout {
  const { shares_paise, tds_paise, statement_id, partner_id, month, tds_section, reference, paid_at } = row
  return {
    statement_id,
    partner_id,
    name: partner.name,
    month,
    shares: toRupees(shares_paise),
    tds: toRupees(tds_paise),
    tds_section,
    pay: toRupees(shares_paise - tds_paise),
    ...masked(payeeOf(config.encryptionKeys, partner)),
    account_at: partner.account_at,
    reference,
    paid_at,
  }
}

/** The partner that an account is. 404 for any other; 409 while a stranger may have typed the address of the account. */
async function requireOwn(ctx: Context, userId: number): Promise<PartnerRow> {
  const [partner] = await findPartners(ctx.db, ctx.now(), { userId })
  if (!partner?.email) throw appError('not_found', 'This account has no partner page')
  if (!(await isProven(ctx.db, partner.email)))
    throw appError('conflict', 'Log out, then log in with a code from your email to open this page')
  return partner
}

export async function ownPartner(
  ctx: Context,
  user: { id: number; viewed_by: number | null },
  place: Place,
): Promise<OwnPartner> {
  const partner = await requireOwn(ctx, user.id)
  const { partner_id, name, code, percent, window_days, state } = partner
  const now = ctx.now()
  const { address, device } = place
  if (user.viewed_by === null) await noteClient(ctx.db, { partner_id, address, device, seen_at: now })
  const sums = (await sumShares(ctx.db, now, partner_id)).get(partner_id)
  const days = await listDays(ctx.db, partner_id, new Date(now.getTime() - DAYS_SHOWN * DAY_MS))
  return {
    name,
    code,
    link: `${ctx.config.storeUrl}/?via=${code}`,
    percent,
    window_days,
    state,
    presses: await countPresses(ctx.db, partner_id, addDays(indianDay(now), -29)),
    ...inRupees(sums ?? {}),
    days: days.map(({ share_paise, ...day }) => ({ ...day, share: toRupees(share_paise) })),
    ...masked(payeeOf(ctx.config.encryptionKeys, partner)),
    statements: (await findStatements(ctx.db, { partner_id })).map((row) => payoutOf(ctx, { ...row, partner })),
  }
}

/** Seals where shares are paid to, and the PAN. */
export async function changePayee(ctx: Context, userId: number, input: z.output<typeof PayeeInput>): Promise<void> {
  const partner = await requireOwn(ctx, userId)
  const { account, ifsc = '', pan } = input
  const keys = ctx.config.encryptionKeys
  const changes = {
    ...(account && {
      account_sealed: sealPart(keys, partner, 'account', account.includes('@') ? account : `${account} ${ifsc}`),
      account_at: ctx.now(),
    }),
    ...(pan && { pan_sealed: sealPart(keys, partner, 'pan', pan) }),
  }
  if (Object.keys(changes).length > 0) await savePayee(ctx.db, partner.partner_id, changes)
}
