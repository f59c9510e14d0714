import { Admin, type NewAdminBody, type UpdateAdminBody } from 'contract/admins'
import { generatePassword } from 'contract/password'
import type { z } from 'zod'
import type { CallContext, Context, Db } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { changedFields, noteChange } from '../activity/note-change.ts'
import {
  type AdminRow,
  findAdmin,
  findAdminByMail,
  insertInvitedAdmin,
  lockOwners,
  replaceAdminPassword,
  updateAdmin,
} from './admin-list.queries.ts'
import type { Place } from './devices.ts'
import { newAdminId } from './new-ids.ts'
import { hashPassword, refuseCommonPassword, verifyPassword, wrongPassword } from './passwords.ts'
import { deleteSecondFactor } from './second-factor.queries.ts'
import { findAdminSession, revokeSessions } from './sessions.queries.ts'
import { openAdminSession, type SessionAnswer } from './sessions.ts'

type Write = Pick<Context, 'db' | 'now'>
type Self = NonNullable<CallContext['admin']>
const ONE_TIME_MS = 24 * 60 * 60_000
const oneTimeUntil = (ctx: Pick<Context, 'now'>) => new Date(ctx.now().getTime() + ONE_TIME_MS)

type WithPassword = { admin: Admin; password: string }

/** Strips the row to the wire's fields. */
export const shownAdmin = (row: AdminRow): Admin => Admin.parse(row)

/** Creates an admin with a one-time password, or restores ended access. 409 `email_taken`. */
export async function createAdmin(ctx: Write, body: z.output<typeof NewAdminBody>): Promise<WithPassword> {
  const password = generatePassword()
  const passwordHash = await hashPassword(password)
  return ctx.db.transaction(async (trx) => {
    const password_hash = passwordHash
    const made = {
      ...body,
      admin_id: newAdminId(),
      password_hash,
      created_at: ctx.now(),
      one_time_until: oneTimeUntil(ctx),
    }
    if (!(await insertInvitedAdmin(trx, made))) {
      throw plainError('email_taken', 'This email already has an admin account')
    }
    const row = await findAdminByMail(trx, body.email)
    if (!row) throw new Error('an admin went away in the transaction that made him')
    await noteChange(trx, { ...target(row), after: { role: row.role, name: row.name } })
    return { admin: shownAdmin(row), password }
  })
}

/** Changes an admin; a new role ends every session. 404; 403 for the own role; 409 `last_owner`. */
export async function changeAdmin(
  ctx: Write,
  self: Self,
  adminId: string,
  body: z.output<typeof UpdateAdminBody>,
): Promise<Admin> {
  return ctx.db.transaction(async (trx) => {
    const owners = await lockOwners(trx)
    const row = await requireLiving(trx, adminId)
    const change = {
      ...(body.role === undefined ? {} : { role: body.role }),
      ...(body.name === undefined ? {} : { name: body.name }),
    }
    const another = change.role !== undefined && change.role !== row.role
    if (another) {
      if (row.id === self.id) throw plainError('forbidden', 'You cannot change your own role')
      refuseLastOwner(row, owners)
      await updateAdmin(trx, row.id, { second_factor_from: ctx.now(), role_since: ctx.now() })
      await revokeSessions(trx, { audience: 'admin', id: row.id }, ctx.now())
    }
    const { before, after } = changedFields(shownAdmin(row), change)
    if (Object.keys(change).length > 0) await updateAdmin(trx, row.id, change)
    await noteChange(trx, { ...target(row), before, after })
    return shownAdmin({ ...row, ...change })
  })
}

/** Ends the access and every session. 404, also the second time; 403 for oneself; 409 `last_owner`. */
export async function endAdmin(ctx: Write, self: Self, adminId: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const owners = await lockOwners(trx)
    const row = await requireLiving(trx, adminId)
    if (row.id === self.id) throw plainError('forbidden', 'You cannot end your own access')
    refuseLastOwner(row, owners)
    await updateAdmin(trx, row.id, { ended_at: ctx.now() })
    await revokeSessions(trx, { audience: 'admin', id: row.id }, ctx.now())
    await noteChange(trx, { ...target(row), before: { role: row.role }, after: null })
  })
}

/** Resets another admin's password to a one-time one and ends that admin's sessions. 404; 403 for oneself. */
export async function resetAdminPassword(ctx: Write, self: Self, adminId: string): Promise<WithPassword> {
  if (adminId === self.admin_id) throw plainError('forbidden', 'Change your own password under your account')
  const password = generatePassword()
  const passwordHash = await hashPassword(password)
  return ctx.db.transaction(async (trx) => {
    const row = await requireLiving(trx, adminId)
    await updateAdmin(trx, row.id, {
      password_hash: passwordHash,
      must_change_password: true,
      one_time_until: oneTimeUntil(ctx),
    })
    await revokeSessions(trx, { audience: 'admin', id: row.id }, ctx.now())
    await noteChange(trx, { ...target(row), after: { must_change_password: true } })
    return { admin: shownAdmin({ ...row, must_change_password: true }), password }
  })
}

/** Removes every second factor of an admin and ends the sessions. 404; 403 for oneself, who removes them one by one. */
export async function removeSecondFactor(ctx: Write, self: Self, adminId: string): Promise<Admin> {
  if (adminId === self.admin_id) throw plainError('forbidden', 'Change your own login under Security')
  return ctx.db.transaction(async (trx) => {
    const row = await requireLiving(trx, adminId)
    await deleteSecondFactor(trx, row.id)
    await revokeSessions(trx, { audience: 'admin', id: row.id }, ctx.now())
    await noteChange(trx, { ...target(row), after: { second_factor: 'removed' } })
    return shownAdmin(row)
  })
}

/** Sets the own password and returns a new session; every other one ends. 422 `wrong_password`, `common_password`. */
export async function changeAdminPassword(
  ctx: Context,
  self: Self,
  { current, next, place }: { current: string; next: string; place: Place },
): Promise<SessionAnswer> {
  const row = await findAdmin(ctx.db, self.admin_id)
  if (!row || !(await verifyPassword(row.password_hash, current))) throw wrongPassword()
  refuseCommonPassword(next)
  const passwordHash = await hashPassword(next)
  return ctx.db.transaction(async (trx) => {
    if (!(await replaceAdminPassword(trx, row.id, row.password_hash, passwordHash))) throw wrongPassword()
    // A password alone does not confirm an admin with a second factor: the new session inherits its confirmation.
    const before = await findAdminSession(trx, self.session_id, ctx.now())
    const confirmedAt = row.has_second_factor ? (before?.confirmed_at ?? null) : undefined
    await revokeSessions(trx, { audience: 'admin', id: row.id }, ctx.now())
    const session = await openAdminSession(ctx, trx, { ...row, password_hash: passwordHash }, place, confirmedAt)
    if (!session) throw wrongPassword()
    await noteChange(trx, { ...target(row), after: { own_credentials: 'changed' } })
    return session
  })
}

const target = (row: AdminRow) => ({ kind: 'admin' as const, id: row.admin_id, name: row.email })

/** Reads the row; 404. */
export async function requireAdminRow(db: Db, adminId: string): Promise<AdminRow> {
  const row = await findAdmin(db, adminId)
  if (!row) throw plainError('not_found', 'Admin not found')
  return row
}

async function requireLiving(db: Db, adminId: string): Promise<AdminRow> {
  const row = await requireAdminRow(db, adminId)
  if (row.ended_at) throw plainError('not_found', 'Admin not found')
  return row
}

function refuseLastOwner(row: AdminRow, owners: number): void {
  if (row.role === 'owner' && owners <= 1) throw plainError('last_owner', 'The shop must keep at least one owner')
}
