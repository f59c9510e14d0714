import type { Promocode } from 'contract/promocodes'
import { reductionText } from '../../shared/cart/promocode-check.ts'
import { IconTrash } from '../../ui/secondary-icons.ts'
import { adminApi } from '../host/admin-api.ts'
import { useAct } from '../kit/use-act.tsx'

/** Asks before a code goes; afterwards it can be taken back for a while. */
export function useDeletePromocode() {
  const act = useAct(adminApi.promocodes.delete, {
    of: ({ id }: Promocode) => ({ params: { id } }),
    confirm: (code) => ({
      title: 'Are you sure you want to delete this promo code?',
      text: (
        <p>
          <b>{code.promocode}</b> ({reductionText(code)} off) can no longer be used. Orders already placed with it keep
          their price.
        </p>
      ),
    }),
    done: 'Promo code deleted successfully',
    failed: 'Failed to delete promo code',
    undo: {
      call: adminApi.promocodes.restore,
      done: (_, { promocode }) => `${promocode} is restored`,
      failed: ({ promocode }) => `${promocode} could not be restored`,
    },
  })
  return { ...act, name: ({ promocode }: Promocode) => `Delete ${promocode}`, icon: IconTrash, danger: true }
}
