import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { useSubmission } from '../../api/use-submission.ts'
import { consoleDrafts } from '../forms/use-action-form.ts'
import { adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { adminSession } from '../host/admin-session.ts'

/** Ends the session on the server and here, whether or not the server could be reached. */
export function useAdminLogOut(): { isPending: boolean; logOut: () => void } {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const logout = useSubmission({
    mutationFn: async () => {
      // Requests under way would fail, and report an ended session.
      await queries.cancelQueries()
      return adminClient.auth.adminLogout(undefined, { context: { keepalive: true } })
    },
    onSettled: () => {
      navigate(adminPaths.login)
      adminSession.signOut()
      // In this page it waits for whoever typed it; the disk of the machine keeps nothing of who has left.
      consoleDrafts.erase()
    },
  })
  return { isPending: logout.isPending, logOut: () => logout.mutate() }
}
