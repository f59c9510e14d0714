import type { MembershipPeriod } from 'contract/memberships/memberships'
import { t } from '../../language/text.ts'

/** Says an amount with its rhythm. */
export const rhythmText = (period: MembershipPeriod, amount: string): string =>
  ({
    month: t('{amount} every month', { amount }),
    quarter: t('{amount} every 3 months', { amount }),
    year: t('{amount} every year', { amount }),
  })[period]
