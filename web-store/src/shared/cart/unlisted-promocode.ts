import type { QueryClient } from '@tanstack/react-query'
import type { PublicPromocode } from 'contract/promocodes'
import { codeKey } from 'contract/typed-keys'
import { api } from '../../api/client.ts'
import { filled } from '../../language/text.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { checkPromocode, isListed, type PromocodeVerdict } from './promocode-check.ts'

type Line = { id: string }
type Checked = { promocode: PublicPromocode | null; problem: { detail: string } | null }

/** Requests one code from the server: for codes on no list. */
export const unlistedQuery = (code: string) => ({
  ...api.promocodes.check.queryOptions({ input: { promocode: codeKey(code) } }),
  staleTime: 0,
  refetchOnWindowFocus: 'always' as const,
})

/** Turns the server's answer into a verdict for this cart. */
export function verdictOf(code: string, checked: Checked, lines: readonly Line[]): PromocodeVerdict {
  if (checked.problem) return { problem: filled(checked.problem.detail) }
  return checkPromocode(code, checked.promocode ? [checked.promocode] : [], lines, shopNow())
}

/** Checks a typed code for this cart by the list, else by the server. Rejects when that fails. */
export async function judgePromocode(
  queries: QueryClient,
  { code, known, lines }: { code: string; known: readonly PublicPromocode[]; lines: readonly Line[] },
): Promise<PromocodeVerdict> {
  if (!code.trim() || isListed(code, known)) return checkPromocode(code, known, lines, shopNow())
  return verdictOf(code, await queries.fetchQuery(unlistedQuery(code)), lines)
}
