import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { plural, t } from '../../language/text.ts'
import { COIN_PAGE, CoinList } from '../../shared/CoinList.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Card, Row, Skeleton } from '../../ui/layout.tsx'
import { H3, Text, VisuallyHidden } from '../../ui/text.tsx'

/** The student's coins: how many there are, and where they came from and went. */
export default function CoinHistory() {
  const [page, setPage] = useState(1)
  const input = { limit: String(COIN_PAGE), offset: String((page - 1) * COIN_PAGE) }
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...api.referrals.coins.queryOptions({ input }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  // The dashboard leads here by the name of this part, which comes after the page has looked for it.
  const here = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  const loaded = data !== undefined
  useEffect(() => {
    if (loaded && hash === '#coin-history') here.current?.scrollIntoView()
  }, [loaded, hash])
  return (
    <Card asChild px={{ base: '4.5', md: '6' }} py="5" mt="6">
      <section ref={here} aria-labelledby="coins" id="coin-history">
        <Row justifyContent="space-between" mb="2">
          <H3 as="h2" id="coins">
            {t('Your coins')}
          </H3>
          {data && (
            <chakra.span fontWeight="700" color="buy.fg" fontVariantNumeric="lining-nums tabular-nums">
              {plural(
                data.coins,
                { one: '{count} coin', other: '{count} coins' },
                { count: data.coins.toLocaleString('en-IN') },
              )}
            </chakra.span>
          )}
        </Row>
        {data?.total === 0 && <Text color="fg.muted">{t('No coins yet. Coins you earn will show here.')}</Text>}
        {data && data.total > 0 && (
          <CoinList
            rows={data.changes}
            total={data.total}
            page={page}
            onPage={setPage}
            busy={isFetching && isPlaceholderData}
          />
        )}
        {!data && error && (
          <Row flexWrap="wrap">
            <Text>{t('Your coins could not be loaded.')}</Text>
            <Button variant="outline" size="sm" busy={isFetching} onClick={() => void refetch()}>
              {t('Try again')}
            </Button>
          </Row>
        )}
        {!data && !error && (
          <div>
            <VisuallyHidden role="status">{t('Loading coins...')}</VisuallyHidden>
            <Skeleton h="44px" />
          </div>
        )}
      </section>
    </Card>
  )
}
