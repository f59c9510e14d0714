import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { api, isApiError } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { LoadProblem } from '../../shared/LoadProblem.tsx'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { Head } from '../../ui/Head.tsx'
import { Card, Skeleton, Stack, Wrap } from '../../ui/layout.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { EnterCode } from './EnterCode.tsx'
import { GiftCard } from './GiftCard.tsx'

/**
 * Opens the link of a gift. Its code is the fragment of the address, which browsers send to nobody: no log, no `Referer` and no page cache
 * has it. A code that was typed goes into the address, too.
 */
export default function GiftScreen() {
  const code = decoded(useLocation().hash.slice(1))
  return (
    <Wrap size="form" minH="calc(100dvh - 3.75rem)" pt={{ base: '6', md: '10' }} pb={{ base: '12', md: '18' }}>
      <Head title={t('A gift for you')} />
      {code ? <Opened key={code} code={code} /> : <EnterCode />}
    </Wrap>
  )
}

function Opened({ code }: { code: string }) {
  const known = useSession(({ ready }) => ready)
  const userId = useSession((state) => (isSignedIn(state) ? state.user?.user_id : undefined))
  const look = userId ? api.gifts.lookMine : api.gifts.look
  const gift = useQuery({
    ...look.queryOptions({ input: { code } }),
    enabled: known,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // A log-in changes what the gift does, not the gift.
    placeholderData: (shown) => shown,
  })
  if (gift.data) {
    return (
      <GiftCard
        gift={gift.data}
        code={code}
        signedIn={userId !== undefined}
        checking={gift.isPlaceholderData}
        onChanged={() => void gift.refetch()}
      />
    )
  }
  if (isApiError(gift.error) && gift.error.status < 500 && gift.error.status !== 429)
    return <EnterCode begun={code} problem={t('We do not know this gift code. Compare it with the message you got.')} />
  if (gift.isError) {
    return (
      <LoadProblem
        level={1}
        title={t('The gift did not open')}
        busy={gift.isFetching}
        onRetry={() => void gift.refetch()}
      >
        {t('Please check your connection and try again.')}
      </LoadProblem>
    )
  }
  return (
    <Card overflow="hidden" role="status">
      <VisuallyHidden>{t('Loading...')}</VisuallyHidden>
      <Skeleton aspectRatio="16/9" borderRadius="0" />
      <Stack p="6" gap="3.5">
        <Skeleton h="8" w="60%" />
        <Skeleton h="6" w="80%" />
        <Skeleton h="13" />
      </Stack>
    </Card>
  )
}

/** Reads a fragment, which a chat may have encoded. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment).trim()
  } catch {
    return fragment
  }
}
