import { useQueryClient } from '@tanstack/react-query'
import type { Child } from 'contract/children/children'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'

/** Confirms that an answer was wrong: the account is no child's from then on. */
export default function ForgetAge({ child, onClose }: { child: Child; onClose: () => void }) {
  const queries = useQueryClient()
  const forget = useSubmission({
    mutationFn: () => adminClient.children.forget({ user_id: child.user_id }),
    onSuccess: () => {
      toast.success(`The age of ${child.name} is forgotten`)
      return queries.invalidateQueries({ queryKey: adminApi.children.key() })
    },
    onError: (error) => {
      toast.error('The age was not forgotten', { description: errorText(error, 'Please try again.') })
    },
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      open
      title={`Forget the age of ${child.name}?`}
      confirmLabel="Forget"
      cancelLabel="Cancel"
      busy={forget.isPending}
      onConfirm={() => forget.mutate()}
      onClose={onClose}
    >
      <p>
        Only if the answer was wrong. The parent and the consent are deleted, and the next purchase asks again whether
        they are 18 or older.
      </p>
    </ConfirmDialog>
  )
}
