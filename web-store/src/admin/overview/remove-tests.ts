import { useQueryClient } from '@tanstack/react-query'
import { countText } from '../../ui/format.ts'
import { adminApi } from '../host/admin-api.ts'
import { useAct } from '../kit/use-act.tsx'

/** What goes with test orders, in a sentence of its own. */
export const testsGo = (count: number) =>
  `${countText(count, 'test order')} and all that came of them go: papers, access, refunds, shares and coins. You cannot undo this.`

/** Removes the test orders of a shop that is live, after a question that names what goes. */
export function useRemoveTests(count: number) {
  const queries = useQueryClient()
  return useAct(adminApi.beforeLive.removeTests, {
    of: () => undefined,
    confirm: () => ({
      title: 'Remove the test orders?',
      label: 'Remove test orders',
      text: `${testsGo(count)} Numbers that their papers have used stay unused.`,
    }),
    failed: 'The test orders could not be removed',
    // Every figure may have counted them.
    onDone: () => void queries.resetQueries(),
  })
}
