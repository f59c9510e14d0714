import { useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'

/** Reads the shop's health, refreshed every minute; owners only. */
export const useHealth = (enabled = true) =>
  useQuery({
    ...adminApi.overview.health.queryOptions(),
    enabled,
    staleTime: 0,
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
  })

/** Sends one email to the admin's own address; one that leaves ends the trouble with the mail server. */
export function useTestMail(): { sending: boolean; send: () => void } {
  const queries = useQueryClient()
  const email = useMe().data?.email
  const test = useSubmission({
    mutationFn: (to: string) => adminClient.overview.mailTest({ email: to }),
    onSuccess: ({ message }, to) => {
      toast.success(`Test email sent to ${to}`, { description: message })
      for (const { key } of [adminApi.overview.todo, adminApi.overview.health])
        void queries.invalidateQueries({ queryKey: key() })
    },
    onError: (error) => {
      toast.error('The test email was not sent', { description: errorText(error, 'Please try again.') })
    },
  })
  return { sending: test.isPending, send: () => email && test.mutate(email) }
}
