import { useQueryClient } from '@tanstack/react-query'
import type { Consent, ConsentPurpose } from 'contract/consents'
import { api, client, errorText } from '../api/client.ts'
import { useSubmission } from '../api/use-submission.ts'
import { t } from '../language/text.ts'
import { chakra } from '../ui/chakra.ts'
import { dateTimeText } from '../ui/format.ts'
import { Text } from '../ui/text.tsx'
import { toast } from '../ui/toaster.ts'

const purposes: Record<ConsentPurpose, string> = {
  news_email: t('Send me news and offers by email'),
  news_message: t('Send me news and offers by SMS or WhatsApp'),
  ads: t('I am 18 or older, and the shop may tell Meta and Google of my purchases, so that it can count its ads'),
}

const Choice = chakra('label', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'start',
    minH: '11',
    py: '1.5',
    cursor: 'pointer',
    textAlign: 'start',
  },
})

/** A consent as a box that is never ticked beforehand, with the date of its last change; an `offered` one that never changed has none. */
export function ConsentChoice({ purpose, agreed, changed_at, offered }: Consent & { offered?: boolean }) {
  const queries = useQueryClient()
  const change = useSubmission({
    mutationFn: (wanted: boolean) =>
      client.consents.change({ params: { purpose }, body: { agreed: wanted, at: offered ? 'checkout' : 'settings' } }),
    onError: (error) =>
      toast.error(t('Your choice was not saved'), {
        description: errorText(error, t('Please check your connection and try again.')),
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: api.consents.key() }),
  })
  const shown = change.isPending ? change.variables : agreed
  return (
    <Choice>
      <chakra.input
        type="checkbox"
        mt="1"
        checked={shown}
        aria-describedby={`consent-${purpose}`}
        onChange={({ target }) => change.mutate(target.checked)}
      />
      <span>
        {purposes[purpose]}
        <Text as="span" id={`consent-${purpose}`} display="block" textStyle="sm" color="fg.muted" aria-live="polite">
          {change.isPending ? t('Saving...') : offered && changed_at === null ? '' : dateOf(agreed, changed_at)}
        </Text>
      </span>
    </Choice>
  )
}

function dateOf(agreed: boolean, changedAt: string | null): string {
  if (changedAt === null) return t('Off')
  const moment = dateTimeText(new Date(changedAt))
  return agreed ? t('On since {moment}', { moment }) : t('Off since {moment}', { moment })
}
