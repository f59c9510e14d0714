import { useQueryClient } from '@tanstack/react-query'
import type { Promocode } from 'contract/promocodes'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { reductionText } from '../../shared/cart/promocode-check.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'

const UNDO_MS = 10_000

/** Asks before a code goes; afterwards it can be taken back for a while. */
export default function DeletePromocode({ code, onClose }: { code: Promocode; onClose: () => void }) {
  const { id, promocode } = code
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: adminApi.promocodes.key() })
  const restore = useSubmission({
    mutationFn: () => adminClient.promocodes.restore({ params: { id } }),
    onSuccess: () => toast.success(`${promocode} is restored`, { id: 'promocode-deleted' }),
    onError: (error) => toast.error(`${promocode} could not be restored`, { description: errorText(error, '') }),
    onSettled: reload,
  })
  const remove = useSubmission({
    mutationFn: () => adminClient.promocodes.delete({ params: { id } }),
    onSuccess: () => {
      toast.success('Promo code deleted successfully', {
        id: 'promocode-deleted',
        duration: UNDO_MS,
        action: { label: 'Undo', onClick: () => restore.mutate() },
      })
      return reload()
    },
    onError: (error) => {
      toast.error('Failed to delete promo code', { description: errorText(error, '') })
    },
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      open
      title="Are you sure you want to delete this promo code?"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        <b>{promocode}</b> ({reductionText(code)} off) can no longer be used. Orders already placed with it keep their
        price.
      </p>
    </ConfirmDialog>
  )
}
