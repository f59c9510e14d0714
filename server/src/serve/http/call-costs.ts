import type { Contract } from 'contract'
import type { CountedAccount } from 'contract/call-cost'
import type { SignedReturn } from 'contract/orders/returns'
import { emailKey } from 'contract/typed-keys'
import type { CallContext } from '../../context.ts'
import { findReturned } from '../../sales/orders/returns/returns.service.ts'
import { findLinkedAdmin } from '../../shop/auth/admin-links.queries.ts'
import { linkHash } from '../../shop/auth/admin-password-link.ts'
import { hashOf } from '../../shop/auth/contact-changes.ts'
import { accountOf } from '../../shop/auth/login.ts'
import { findChallenged } from '../../shop/auth/second-factor.queries.ts'
import { addressAccount } from '../../shop/limits/rate-limits.ts'
import { findChallengedEmail } from '../../shop/mailed-codes/mailed-codes.queries.ts'
import { findAddress, findCredentials, hasProvenAddress } from '../../shop/users/credentials.queries.ts'
import { findUser } from '../../shop/users/users.queries.ts'
import { type Route, routes } from './route-table.ts'

export type CallName = { [F in keyof Contract]: `${F}.${keyof Contract[F] & string}` }[keyof Contract]

/** Finds the account of a call for a caller without a login. */
type CallSubject = {
  /** The account that the call is about, whatever its spelling. */
  account?: (input: unknown, context: CallContext) => Promise<string> | string
  /** A sign-in that is not in line with those of students. */
  ofAdmins?: true
  /** Reads the account from the input, in any spelling; a name and its client are remembered once a login worked. */
  names?: (input: unknown) => readonly string[]
  /** Returns true if the address of the account is proven; absent where every account has one. */
  isProven?: (input: unknown, context: CallContext) => Promise<boolean>
  /** The call is a login. */
  proves?: true
  /** The call is a login of `account`, spelled as a name. */
  remembers?: true
}

/** Cost of one call. The turns of each kind of work bound the cost for the shop as a whole. */
export type CallCost = Pick<Route, 'cost' | 'limits'> & CallSubject

const subjects: Record<CountedAccount, CallSubject> = {
  login: { account: spelledAccount, names: spelled, proves: true },
  registration: {
    names: (input) => {
      const { email, phone } = input as { email: string; phone: string }
      return [...spelled({ email, phone: null }), ...spelled({ email: null, phone })]
    },
    proves: true,
  },
  'way in': { account: mailedAddress, names: spelled, isProven: isProvenAccount },
  address: {
    account: (input, context) => mailedAddress({ ...(input as { email: string }), phone: null }, context),
    names: (input) => spelled({ ...(input as { email: string }), phone: null }),
    isProven: (input, context) => isProvenAccount({ ...(input as { email: string }), phone: null }, context),
  },
  code: {
    account: async (input, { ctx }) => {
      const { challenge } = input as { challenge: string }
      const email = await findChallengedEmail(ctx.db, hashOf(challenge), ctx.now())
      return email === undefined ? `code ${hashOf(challenge)}` : (spelled({ email, phone: null })[0] ?? '')
    },
    remembers: true,
  },
  student: {
    account: async (input, { ctx }) => {
      const { id } = (input as { params: { id: string } }).params
      return userAccount((await findUser(ctx.db, id))?.user_id ?? id)
    },
  },
  buyer: {
    account: async (input, context) => {
      const order = await findReturned(context.ctx, input as SignedReturn)
      return mailedAddress({ email: order?.buyer_email ?? '', phone: null }, context)
    },
  },
  'admin login': { ofAdmins: true, account: adminAccount, names: (input) => [adminAccount(input)], proves: true },
  admin: { ofAdmins: true, account: adminAccount, names: (input) => [adminAccount(input)] },
  'admin link': {
    ofAdmins: true,
    account: async (input, { ctx }) => {
      const { token } = input as { token: string }
      return `admin link of ${(await findLinkedAdmin(ctx.db, linkHash(token), ctx.now()))?.id ?? 'nobody'}`
    },
  },
  'admin challenge': {
    ofAdmins: true,
    account: async (input, { ctx }) => {
      const { challenge_id: id } = input as { challenge_id: string }
      return `admin ${(await findChallenged(ctx.db, id)) ?? id}`
    },
  },
}

const costs = new Map(
  routes.map(({ key, cost, limits, account }) => [
    key,
    { cost, limits, ...(account && subjects[account]) } satisfies CallCost,
  ]),
)

/** Returns the cost of a call by its name (`courses.list`), as its contract says. */
export const costOf = (name: string): CallCost => costs.get(name) ?? { cost: 'plain', limits: [] }

const userAccount = (userId: string) => `user ${userId}`

function adminAccount(input: unknown): string {
  return `admin ${emailKey((input as { email: string }).email)}`
}

function spelled(input: unknown): string[] {
  return [JSON.stringify(accountOf(input as Parameters<typeof accountOf>[0]))]
}

/** The address that is mailed, which an account that is made meanwhile does not change; that of a phone's account too. */
async function mailedAddress(input: unknown, { ctx }: CallContext): Promise<string> {
  const account = accountOf(input as Parameters<typeof accountOf>[0])
  const email = 'email' in account ? account.email : await findAddress(ctx.db, account)
  return email ? addressAccount(email) : JSON.stringify(account)
}

async function isProvenAccount(input: unknown, { ctx }: CallContext): Promise<boolean> {
  return hasProvenAddress(ctx.db, accountOf(input as Parameters<typeof accountOf>[0]))
}

/** Email and phone of one person are one account; an unknown one goes by what was typed. */
async function spelledAccount(input: unknown, { ctx }: CallContext): Promise<string> {
  const account = accountOf(input as Parameters<typeof accountOf>[0])
  const found = await findCredentials(ctx.db, account)
  return found ? userAccount(found.user_id) : JSON.stringify(account)
}
