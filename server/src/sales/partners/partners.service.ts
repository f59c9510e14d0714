import { randomBytes } from 'node:crypto'
import { DAY_MS, dayStart } from 'contract/indian-time'
import { toRupees } from 'contract/money'
import {
  MEMBERSHIP_PAYMENTS,
  type OwnPartner,
  Partner,
  type PartnerInput,
  type PartnerPayout,
  type PayeeInput,
} from 'contract/partners/partners'
import type { z } from 'zod'
import { type CallContext, type Context, type Db, requireUser } from '../../context.ts'
import { appError, plainError } from '../../errors.ts'
import { hash } from '../../platform/db/idempotency.ts'
import { requirePresent } from '../../platform/net/require-present.ts'
import { changedFields, noteChange, shortEmail } from '../../shop/activity/note-change.ts'
import { clientOf, type Place } from '../../shop/auth/devices.ts'
import { makeAccount } from '../../shop/auth/made-account.ts'
import { requireCurrentPassword } from '../../shop/auth/passwords.ts'
import { findByContacts } from '../../shop/users/by-contact.queries.ts'
import { findContactUser } from '../../shop/users/contacts.queries.ts'
import { isProven } from '../../shop/users/proven-address.ts'
import {
  findPartners,
  findPayouts,
  insertTerms,
  listDays,
  lockPartner,
  noteClient,
  type PartnerRow,
  type PayoutRow,
  savePayee,
  storePartner,
} from './partners.queries.ts'
import { masked, payeeOf, sealPart } from './payees.ts'

const DAYS_SHOWN = 90

/** Only fields of the contract are sent. */
export const toPartner = (row: PartnerRow) => ({
  ...row,
  version: hash([row.name, row.email, row.code, row.percent, row.window_days, row.membership_payments, row.state]),
  pending: toRupees(row.pending_paise),
  due: toRupees(row.due_paise),
  paid: toRupees(row.paid_paise),
})

/** The account of an address, made if there is none: its holder logs in by a code. */
async function accountOf(ctx: Context, trx: Db, { email, name }: PartnerInput): Promise<number> {
  const [known] = await findByContacts(trx, [email], [])
  const account = known ?? (await makeAccount(ctx, trx, { email, name, phone: null }))
  if (!account) throw plainError('conflict', 'This email was taken a moment ago. Please try again')
  return account.id
}

/**
 * Adds a partner, or changes the known one from now on; a new holder is invited. 404; 409 for the code or account of another partner, and
 * `edit_conflict` when `ifMatch` names an earlier state.
 */
export function savePartner(
  ctx: Context,
  input: PartnerInput,
  known?: { id: string; ifMatch: string | undefined },
): Promise<Partner> {
  const partner_id = known?.id ?? `ptn_${randomBytes(8).toString('hex')}`
  return ctx.db.transaction(async (trx) => {
    const now = ctx.now()
    const find = async () => (await findPartners(trx, now, { partnerId: partner_id }))[0]
    await lockPartner(trx, partner_id)
    const before = await find()
    const notFound = plainError('not_found', 'Partner not found')
    if (known && !before) throw notFound
    if (before) {
      const present = Partner.parse(toPartner(before))
      requirePresent(known?.ifMatch, `"${present.version}"`, 'this partner', present)
    }
    const { email, ...terms } = input
    const isSame = email === before?.email
    const user_id = isSame ? before.user_id : await accountOf(ctx, trx, input)
    if (!(await storePartner(trx, { partner_id, user_id, code: input.code, created_at: now })))
      throw plainError('conflict', 'The code or the account belongs to another partner')
    const { membership_payments = before?.membership_payments ?? MEMBERSHIP_PAYMENTS } = input
    await insertTerms(trx, { ...terms, membership_payments, partner_id }, now)
    if (!isSame) await ctx.queue.send(trx, 'partner-invited-mail', { partner_id })
    const noted = <Of extends { email: string | null }>(of: Of) => ({ ...of, email: shortEmail(of.email) })
    const fields = changedFields(before ? noted(before) : {}, noted({ ...input, membership_payments }))
    await noteChange(trx, { kind: 'other', id: partner_id, name: input.name, ...fields })
    const after = await find()
    if (!after) throw notFound
    return toPartner(after)
  })
}

/** True for an account that was changed in the month of a statement or later: the first one of a partner is new, too. */
export const isNewAccount = ({ account_at, month, paid_at }: Pick<PayoutRow, 'account_at' | 'month' | 'paid_at'>) =>
  paid_at === null && account_at !== null && new Date(account_at) >= new Date(dayStart(`${month}-01`))

export const toPayout = ({ config }: Context, row: PayoutRow): PartnerPayout => ({
  ...row,
  account_is_new: isNewAccount(row),
  shares: toRupees(row.shares_paise),
  tds: toRupees(row.tds_paise),
  pay: toRupees(row.shares_paise - row.tds_paise),
  ...masked(payeeOf(config.encryptionKeys, row)),
})

/** The partner that an account is. 404 for any other; 409 while a stranger may have typed the address of the account. */
async function requireOwn(ctx: Context, userId: number): Promise<PartnerRow> {
  const [partner] = await findPartners(ctx.db, ctx.now(), { userId })
  if (!partner?.email) throw appError('not_found', 'This account has no partner page')
  if (!(await isProven(ctx.db, partner.email)))
    throw appError('conflict', 'Confirm your email to open this page: your profile sends the link again')
  return partner
}

export async function ownPartner(
  ctx: Context,
  user: { id: number; viewed_by: number | null },
  place: Place,
): Promise<OwnPartner> {
  const partner = await requireOwn(ctx, user.id)
  const { partner_id, code } = partner
  const now = ctx.now()
  if (user.viewed_by === null)
    await noteClient(ctx.db, { partner_id, client: clientOf(ctx.config, place), seen_at: now })
  const days = await listDays(ctx.db, partner_id, new Date(now.getTime() - DAYS_SHOWN * DAY_MS))
  const statements = await findPayouts(ctx.db, now, { partnerId: partner_id })
  return {
    ...toPartner(partner),
    link: `${ctx.config.storeUrl}/?via=${code}`,
    days: days.map(({ share_paise, ...day }) => ({ ...day, share: toRupees(share_paise) })),
    ...masked(payeeOf(ctx.config.encryptionKeys, partner)),
    statements: statements.map((row) => toPayout(ctx, row)),
  }
}

/** Seals where shares are paid to, and the PAN, once the password proves who asks; the partner's mailbox hears of it. */
export async function changePayee(call: CallContext, input: z.output<typeof PayeeInput>): Promise<void> {
  const { ctx } = call
  const { id } = requireUser(call)
  const { partner_id } = await requireOwn(ctx, id)
  const { account, ifsc = '', pan, current_password } = input
  await call.countNow?.()
  await requireCurrentPassword(await findContactUser(ctx.db, id), current_password)
  const sealed = (part: 'account' | 'pan', plain: string) =>
    sealPart(ctx.config.encryptionKeys, partner_id, part, plain)
  const changes = {
    ...(account && {
      account_sealed: sealed('account', account.includes('@') ? account : `${account} ${ifsc.toUpperCase()}`),
      account_at: ctx.now(),
    }),
    ...(pan && { pan_sealed: sealed('pan', pan.toUpperCase()) }),
  }
  if (Object.keys(changes).length === 0) return
  await ctx.db.transaction(async (trx) => {
    await savePayee(trx, partner_id, changes)
    await ctx.queue.send(trx, 'partner-payee-mail', { partner_id, at: ctx.now().toISOString() })
  })
}
