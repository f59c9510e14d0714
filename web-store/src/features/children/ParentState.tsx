import { useQueryClient } from '@tanstack/react-query'
import type { AgeState } from 'contract/children/children'
import { api, client, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'

/** Shows a child who waits whom the shop emailed, and sends the link again. */
export function ParentState({ age: { parent, turns_18 } }: { age: AgeState }) {
  const queries = useQueryClient()
  const again = useSubmission({
    mutationFn: () =>
      client.children.answer({
        adult: 'no',
        turns_18: turns_18 ?? '',
        parent_name: parent?.name ?? '',
        parent_email: parent?.email ?? '',
      }),
    onSuccess: () => {
      toast.success(t('We emailed your parent a link'), { id: 'parent' })
    },
    onError: (error) => {
      toast.error(t('The email was not sent'), { id: 'parent', description: errorText(error, t('Please try again.')) })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.children.key() }),
  })
  return (
    <Stack gap="2" role="status">
      <b>{t('Your parent has to consent first')}</b>
      <Text overflowWrap="anywhere">
        {t('We emailed {name} at {email}. You can buy as soon as they open the link and agree.', {
          name: parent?.name ?? '',
          email: parent?.email ?? '',
        })}
      </Text>
      <Button
        variant="outline"
        size="sm"
        justifySelf="start"
        busy={again.isPending}
        busyText={t('Sending...')}
        onClick={() => again.mutate()}
      >
        {t('Send the link again')}
      </Button>
    </Stack>
  )
}
