import { useQuery } from '@tanstack/react-query'
import { adminApi } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'
import { useAct } from '../kit/use-act.tsx'

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
  const email = useMe().data?.email
  const { run, busy } = useAct(adminApi.overview.mailTest, {
    done: ({ message }, { email: to }) => [`Test email sent to ${to}`, message],
    failed: 'The test email was not sent',
  })
  return { sending: busy, send: () => email && run({ email }) }
}
