import { type CallContext, requireAdmin } from '../../context.ts'
import { invalidField } from '../../errors.ts'
import { isAdminAddress, listAdmins } from './admin-list.queries.ts'

const ADMINS_ALONE = 'A test goes only to people who work in this shop'

/**
 * Returns where a test with free words goes: to the caller, or to another admin. 422 for a stranger, whom nobody may write to in the name of
 * the shop without their consent.
 */
export async function testAddress(context: CallContext, typed: string | undefined, path: string): Promise<string> {
  const admin = requireAdmin(context)
  const address = typed ?? admin.email
  if (address !== admin.email && !(await isAdminAddress(context.ctx.db, address)))
    throw invalidField(path, ADMINS_ALONE)
  return address
}

/** Lists where a test may go: the caller's address first, then those of the other admins. */
export async function testAddresses(context: CallContext): Promise<string[]> {
  const { email } = requireAdmin(context)
  const admins = await listAdmins(context.ctx.db)
  return [...new Set([email, ...admins.filter((one) => one.ended_at === null).map((one) => one.email)])]
}
