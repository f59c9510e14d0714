import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toPaise } from 'contract/money'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import type { CheckoutPart } from '../../shared/cart/checkout-part.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCoins } from '../../ui/secondary-icons.ts'

const Row = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2.5',
    minH: '14',
    px: '3.5',
    py: '1.5',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    fontWeight: '550',
    '&[data-used]': { bg: 'success.subtle', borderColor: 'success.fg', color: 'success.fg' },
    '& > span': { flex: '1 1 9em' },
  },
})

/** One row that pays a part of the order with coins, once it is pressed. Absent without coins that could. */
export default function CoinsPart({ courseIds, promocode, offer, failure, busy, add }: CheckoutPart) {
  const queries = useQueryClient()
  const [using, setUsing] = useState(false)
  const signedIn = useSession(isSignedIn)
  const { data } = useQuery({
    ...api.coins.usable.queryOptions({ input: { course_ids: courseIds, promocode, offer } }),
    enabled: signedIn && courseIds.length > 0,
    retry: false,
  })
  const coins = data?.coins ?? 0
  const paise = toPaise(data?.amount ?? 0)
  useEffect(() => {
    const label = t('Coins ({count})', { count: coins })
    const reductions = [{ kind: 'coins', label, count: coins, paise }]
    add(using && coins > 0 ? { fields: { coins }, reductions } : { fields: {} })
  }, [using, coins, paise, add])
  useEffect(() => {
    if (!failure || failure.kind === 'network') return
    setUsing(false)
    void queries.invalidateQueries({ queryKey: api.coins.usable.key() })
  }, [failure, queries])

  if (coins === 0) return null
  const values = { count: coins, amount: rupeesText(paise / 100) }
  return (
    <Row data-used={using || undefined} role="group" aria-label={t('Coins')}>
      <Icon of={IconCoins} />
      {using ? (
        <>
          <chakra.span role="status">{t('{count} coins used (−{amount})', values)}</chakra.span>
          <Button type="button" variant="ghost" size="sm" held={busy} onClick={() => setUsing(false)}>
            {t('Remove')}
          </Button>
        </>
      ) : (
        <>
          <chakra.span>{t('You have coins for this order')}</chakra.span>
          <Button type="button" variant="outline" size="sm" held={busy} onClick={() => setUsing(true)}>
            {t('Use {count} coins (−{amount})', values)}
          </Button>
        </>
      )}
    </Row>
  )
}
