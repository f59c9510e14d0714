import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { api } from '../api/client.ts'
import { session } from '../stores/session.ts'
import { Button } from '../ui/Button.tsx'
import { paths } from './paths.ts'

/** Ends the session on the server and forgets the user here, whether or not the server could be reached. */
export function LogOutButton() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const logout = useMutation(
    api.auth.logout.mutationOptions({
      onSettled: () => {
        session.signOut()
        navigate(paths.home)
        queries.removeQueries({ queryKey: api.account.key() })
        queries.removeQueries({ queryKey: api.orders.key() })
        queries.removeQueries({ queryKey: api.learning.key() })
      },
    }),
  )
  return (
    <Button variant="outline" busy={logout.isPending} onClick={() => logout.mutate(undefined)}>
      Log Out
    </Button>
  )
}
