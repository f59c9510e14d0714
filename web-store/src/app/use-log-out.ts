import { useNavigate } from 'react-router-dom'
import { api } from '../api/client.ts'
import { useSubmission } from '../api/use-submission.ts'
import { paths } from '../paths.ts'
import { session } from '../stores/session.ts'

/** Ends the session on the server and forgets the user here (`next-person.ts`), even if the server is unreachable. */
export function useLogOut(): { isPending: boolean; logOut: () => void } {
  const navigate = useNavigate()
  const logout = useSubmission(
    api.auth.logout.mutationOptions({
      onSettled: () => {
        session.signOut()
        navigate(paths.home)
      },
    }),
  )
  return { isPending: logout.isPending, logOut: () => logout.mutate(undefined) }
}
