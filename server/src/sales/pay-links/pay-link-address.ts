import { createHmac, randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'
import { isSameSecret } from '../../platform/net/same-secret.ts'

type Known = Pick<Config, 'payPageKey' | 'storeUrl'>

export const newPayLinkId = (): string => `pl_${randomBytes(9).toString('base64url')}`

/** The address of a link. Only its person has it: whoever opens it may pay for them. */
export const payLinkUrl = (config: Known, payLinkId: string): string =>
  `${config.storeUrl}/pay/${payLinkId}.${markOf(config, payLinkId)}`

/** Returns the id in the token of an address; undefined for one that the shop never made. */
export function payLinkIdIn(config: Known, token: string): string | undefined {
  const [id = '', mark = ''] = token.split('.')
  return isSameSecret(mark, markOf(config, id)) ? id : undefined
}

const markOf = ({ payPageKey }: Known, payLinkId: string): string =>
  createHmac('sha256', payPageKey).update(`pay link ${payLinkId}`).digest('base64url').slice(0, 22)
