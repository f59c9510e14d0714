import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { nameOf, type User } from './user.ts'

/** Asks before an account goes: unlike other deletes it cannot be taken back. */
export default function DeleteUser({ of: user, onClose }: { of: User; onClose: () => void }) {
  const queries = useQueryClient()
  const remove = useSubmission({
    mutationFn: () => adminClient.users.delete({ params: { id: user.user_id } }),
    onSuccess: () => {
      toast.success('User deleted successfully')
      return queries.invalidateQueries({ queryKey: adminApi.users.key() })
    },
    onError: (error) => {
      toast.error('Failed to delete user', { description: errorText(error, '') })
    },
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      open
      title="Are you sure you want to delete this user?"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        <b>{nameOf(user)}</b> ({user.email}) loses the account, all courses and {user.coins} coins. You cannot undo
        this. Paid orders stay in your accounts without the name; invoices and receipts already issued stay as they are,
        because tax law wants them kept for 72 months.
      </p>
    </ConfirmDialog>
  )
}
