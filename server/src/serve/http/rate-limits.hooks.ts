import { emailsToAddress } from 'contract/call-cost'
import { emailKey } from 'contract/typed-keys'
import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { addressAccount } from './call-costs.ts'
import { count, takeBack } from './rate-limits.ts'

/** The calls that mail a typed address count there, too. */
export const mailToStranger: Hooks<Context>['mailToStranger'] = async (ctx, to) => {
  const call = { ctx, setHeader: () => {} }
  const whom = [addressAccount(emailKey(to))]
  try {
    await count(call, emailsToAddress(), whom)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'rate_limited') throw error
    return undefined
  }
  return { takeBack: () => takeBack(call, emailsToAddress(), whom) }
}
