import { t } from '../../language/text.ts'

/** Names the way of a refund by the gateway. */
export const MONEY_BACK = t(
  'The money goes back to the way you paid. It usually reaches you within 5 to 7 working days.',
)
