import { adminApi } from '../host/admin-api.ts'
import { confirmDialog } from '../kit/use-act.tsx'
import { nameOf, type User } from './user.ts'

/** Asks before an account goes: unlike other deletes it cannot be taken back. */
export default confirmDialog(adminApi.users.delete, {
  of: ({ user_id: id }: User) => ({ params: { id } }),
  confirm: (user) => ({
    title: 'Are you sure you want to delete this user?',
    text: (
      <p>
        <b>{nameOf(user)}</b> ({user.email}) loses the account, all courses and {user.coins} coins. You cannot undo
        this. Paid orders stay in your accounts without the name; invoices and receipts already issued stay as they are,
        because tax law wants them kept for 72 months.
      </p>
    ),
  }),
  done: 'User deleted successfully',
  failed: 'Failed to delete user',
})
