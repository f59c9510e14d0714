import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { ConsentChoice } from '../../shared/ConsentChoice.tsx'
import { Card } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'

/** Offers a buyer who has not agreed yet the shop's letters. It stays in view once it is ticked. */
export default function NewsConsent() {
  const { data } = useQuery(api.consents.list.queryOptions())
  const news = data?.find(({ purpose }) => purpose === 'news_email')
  const agreedBefore = useRef<boolean>(undefined)
  if (!news) return null
  agreedBefore.current ??= news.agreed
  if (agreedBefore.current) return null
  return (
    <Card px="5" py="3">
      <ConsentChoice {...news} />
      <Text textStyle="sm" color="fg.muted">
        {t('Receipts and course emails come either way. Every letter ends with a link to stop them.')}
      </Text>
    </Card>
  )
}
