import { useQueryClient } from '@tanstack/react-query'
import type { OwnGroup } from 'contract/groups/groups'
import type { z } from 'zod'
import { api, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { DashboardLine } from '../../shared/DashboardLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { longDateText } from '../../ui/format.ts'
import { Text, VisuallyHidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'

type Own = z.output<typeof OwnGroup>

/** The Telegram groups of the student's courses, a line each. */
export default function OwnGroups({ groups }: { groups: readonly Own[] }) {
  return groups.map((group) => <Line key={group.course_id} group={group} />)
}

function Line({ group: { course_id, course_name, title, state, ends_at } }: { group: Own }) {
  const queries = useQueryClient()
  const join = useSubmission(
    api.groups.join.mutationOptions({
      onSuccess: ({ invite_link }) => window.location.assign(invite_link),
      onError: (error) => toast.error(errorText(error, t('Something went wrong')), { id: 'group' }),
      onSettled: () => queries.invalidateQueries({ queryKey: api.groups.mine.key() }),
    }),
  )
  return (
    <DashboardLine
      label={t('Telegram group {group}', { group: title })}
      words={
        <>
          <Text fontWeight="600">{t('Telegram group {group}', { group: title })}</Text>
          <Text textStyle="sm" color="fg.muted">
            {course_name}
            {'. '}
            {state === 'in'
              ? ends_at
                ? t('You are a member until your access ends on {day}.', { day: longDateText(new Date(ends_at)) })
                : t('You are a member.')
              : state === 'barred'
                ? t('An administrator of the group removed you. Write to us if that is a mistake.')
                : state === 'full'
                  ? t('Telegram lets you into no more groups. Leave one, then try again.')
                  : t('The link lets only one Telegram account in. Do not share it.')}
          </Text>
        </>
      }
    >
      {state !== 'in' && state !== 'barred' && (
        <Button variant="outline" busy={join.isPending} onClick={() => join.mutate({ course_id })}>
          {t('Join on Telegram')}
          <VisuallyHidden>: {title}</VisuallyHidden>
        </Button>
      )}
    </DashboardLine>
  )
}
