import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { ConsentChoice } from '../../shared/ConsentChoice.tsx'
import { Card } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'

/** Offers a buyer what they have not agreed to yet: the shop's letters and, where it reports sales, that. Each stays in view once it is ticked. */
export default function NewsConsent() {
  const { data } = useQuery(api.consents.list.queryOptions())
  const requested = useRef<string[]>(undefined)
  if (!data) return null
  requested.current ??= data
    .filter(({ purpose, agreed }) => purpose !== 'news_message' && !agreed)
    .map((one) => one.purpose)
  const shown = data.filter(({ purpose }) => requested.current?.includes(purpose))
  if (shown.length === 0) return null
  return (
    <Card px="5" py="3">
      {shown.map((consent) => (
        <ConsentChoice key={consent.purpose} {...consent} offered />
      ))}
      {requested.current.includes('news_email') && (
        <Text textStyle="sm" color="fg.muted">
          {t('Receipts and course emails come either way. Every newsletter has an unsubscribe link.')}
        </Text>
      )}
    </Card>
  )
}
