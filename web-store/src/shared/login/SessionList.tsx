import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useSubmission } from '../../api/use-submission.ts'
import { filled, t } from '../../language/text.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Tag } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { deviceText } from './device-text.ts'

type Session = {
  session_id: string
  device: string | null
  address?: string | null
  last_seen_at: string
  current: boolean
}

type SessionListProps = {
  sessions: readonly Session[]
  /** Key of the list to refetch. */
  queryKey: QueryKey
  /** Signs a device out; without one, all others. */
  end: (sessionId: string | undefined) => Promise<{ message: string }>
  /** Words for a failure. */
  problem: (error: unknown) => string
}

const Line = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    py: '3',
    borderTopWidth: '1px',
    borderColor: 'border',
  },
})

/** Lists the devices with a session: name, last use, and a button to sign it out. */
export function SessionList({ sessions, queryKey, end, problem }: SessionListProps) {
  const queries = useQueryClient()
  const { mutate, isPending: busy } = useSubmission({
    mutationFn: end,
    onSuccess: ({ message }) => toast.success(filled(message)),
    onError: (error) => toast.error(t('That device could not be logged out'), { description: problem(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  return (
    <chakra.div display="grid" gap="3">
      <chakra.ul listStyleType="none" aria-label={t('Devices')}>
        {sessions.map(({ session_id, device, address, last_seen_at, current }) => (
          <Line key={session_id}>
            <chakra.div flex="1" minW="0">
              <chakra.p fontWeight="550" overflowWrap="anywhere">
                {device ? deviceText(device) : t('Unknown device')}
                {current && <Tag ms="2">{t('This device')}</Tag>}
              </chakra.p>
              <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere">
                {address
                  ? t('Last seen {moment} from {address}', { moment: dateTimeText(last_seen_at), address })
                  : t('Last seen {moment}', { moment: dateTimeText(last_seen_at) })}
              </chakra.p>
            </chakra.div>
            {!current && (
              <Button
                variant="outline"
                size="sm"
                held={busy}
                aria-label={t('Log out of {device}, last seen {moment}', {
                  device: device ? deviceText(device) : t('unknown device'),
                  moment: dateTimeText(last_seen_at),
                })}
                onClick={() => mutate(session_id)}
              >
                {t('Log out')}
              </Button>
            )}
          </Line>
        ))}
      </chakra.ul>
      {sessions.length > 1 && (
        <Button variant="outline" justifySelf={{ md: 'start' }} held={busy} onClick={() => mutate(undefined)}>
          {t('Log out of all other devices')}
        </Button>
      )}
    </chakra.div>
  )
}
