import { t } from '../language/text.ts'
import { Button } from '../ui/Button.tsx'
import { chakra } from '../ui/chakra.ts'
import { dateTimeText } from '../ui/format.ts'

export type CoinRow = { change: number; balance_after: number; reason: string; at: string }

export const COIN_PAGE = 20

/** The server's reasons in words for the student; unknown ones are shown unchanged. */
const REASONS: Record<string, string> = {
  'added by admin': t('Added by the shop'),
  'subtracted by admin': t('Removed by the shop'),
  'referral reward': t('A friend you referred bought a course'),
  'referral reward taken back with a refund': t('Referral reward removed: the purchase was refunded'),
  'referral reward given again: the refund failed': t('Referral reward restored: the refund failed'),
}

/** Coins of an order, by the beginning of the reason. */
function reasonOf(reason: string): string {
  const [, way, order = ''] = /^(spent on|back from) order (\S+)$/.exec(reason) ?? []
  if (way === 'spent on') return t('Paid a part of order {order}', { order })
  return way ? t('Back from order {order}', { order }) : (REASONS[reason] ?? reason)
}

const figure = new Intl.NumberFormat('en-IN')

/** `+50` and `−20`, with the minus of the typesetter. */
const changeText = (change: number) => `${change < 0 ? '−' : '+'}${figure.format(Math.abs(change))}`

const Lines = chakra('ol', {
  base: {
    listStyleType: 'none',
    '& > li': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0,1fr) auto',
      columnGap: '4',
      py: '2.5',
      fontVariantNumeric: 'lining-nums tabular-nums',
    },
    '& > li + li': { borderTopWidth: '1px', borderColor: 'border' },
  },
})

const Small = chakra('span', { base: { textStyle: 'sm', color: 'fg.muted' } })

type CoinListProps = {
  rows: readonly CoinRow[]
  total: number
  /** From 1. */
  page: number
  onPage: (page: number) => void
  busy: boolean
}

/** Changes of a coin balance, newest first: what for and when, how many, and the balance after it. */
export function CoinList({ rows, total, page, onPage, busy }: CoinListProps) {
  const first = (page - 1) * COIN_PAGE
  return (
    <chakra.div aria-busy={busy || undefined}>
      <Lines aria-label={t('Coins, newest first')}>
        {rows.map(({ change, balance_after, reason, at }) => (
          <li key={`${at} ${change} ${balance_after}`}>
            <chakra.span fontWeight="550" overflowWrap="anywhere">
              {reasonOf(reason)}
            </chakra.span>
            <chakra.span fontWeight="700" textAlign="end" color={change < 0 ? 'danger.fg' : 'success.fg'}>
              {changeText(change)}
            </chakra.span>
            <Small>{dateTimeText(at)}</Small>
            <Small textAlign="end">{t('Balance {coins}', { coins: figure.format(balance_after) })}</Small>
          </li>
        ))}
      </Lines>
      {total > COIN_PAGE && (
        <chakra.nav
          aria-label={t('Pages of coins')}
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          justifyContent="space-between"
          gap="2"
          pt="3"
        >
          <Small role="status">
            {t('{from} to {to} of {all}', {
              from: first + 1,
              to: Math.min(first + COIN_PAGE, total),
              all: figure.format(total),
            })}
          </Small>
          <chakra.div display="flex" gap="2">
            <Button variant="outline" size="sm" held={page <= 1 || busy} onClick={() => onPage(page - 1)}>
              {t('Newer')}
            </Button>
            <Button
              variant="outline"
              size="sm"
              held={first + COIN_PAGE >= total || busy}
              onClick={() => onPage(page + 1)}
            >
              {t('Older')}
            </Button>
          </chakra.div>
        </chakra.nav>
      )}
    </chakra.div>
  )
}
