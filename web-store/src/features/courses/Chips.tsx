import { useQuery } from '@tanstack/react-query'
import { type CataloguePage, cataloguePageSearch, type PriceBand } from 'contract/catalogue-page'
import { Link } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { filtersQuery } from '../../shared/courses/courses.queries.ts'
import { chakra } from '../../ui/chakra.ts'

const prices: Record<PriceBand, string> = {
  'under-500': t('Under ₹500'),
  '500-to-999': t('₹500 to ₹999'),
  '1000-and-up': t('₹1,000 and above'),
}

/** One line; on phones it is longer than the screen, as tabs are. */
const Bar = chakra('nav', {
  base: {
    display: 'flex',
    flexWrap: { base: 'nowrap', md: 'wrap' },
    gap: '2',
    overflowX: { base: 'auto', md: 'visible' },
    mx: { base: '-16px', md: '0' },
    px: { base: '16px', md: '0' },
    py: '1',
    mt: '-4',
    mb: '6',
    scrollbarWidth: 'none',
    '& a': {
      display: 'inline-flex',
      alignItems: 'center',
      minH: '11',
      px: '4',
      borderWidth: '1px',
      borderColor: 'border.emphasized',
      borderRadius: 'full',
      bg: 'bg.panel',
      fontSize: '.9375rem',
      fontWeight: '550',
      whiteSpace: 'nowrap',
    },
    '& a:hover': { bg: 'bg.muted' },
    '& a[aria-current]': {
      order: { base: '-1', md: '0' },
      bg: 'action.solid',
      borderColor: 'action.solid',
      color: 'action.contrast',
    },
  },
})

/** Topics and prices by which the list is narrowed, each a link: the chosen one leads back. Search and order stay. */
export default function Chips({ cataloguePage }: { cataloguePage: CataloguePage }) {
  const { data } = useQuery(filtersQuery())
  const { topics = [], prices: bands = [] } = data ?? {}
  const chip = (label: string, chosen: boolean, change: Partial<CataloguePage>) => (
    <Link
      key={label}
      to={paths.courses + cataloguePageSearch({ ...cataloguePage, ...change, from: 1, page: 1 })}
      aria-current={chosen || undefined}
      preventScrollReset
    >
      {label}
    </Link>
  )
  if (topics.length + bands.length < 2) return null
  return (
    <Bar aria-label={t('Topics and prices')}>
      {topics.map(({ name }) => {
        const chosen = name.toLowerCase() === cataloguePage.topic.toLowerCase()
        return chip(name, chosen, { topic: chosen ? '' : name })
      })}
      {bands.length > 1 &&
        bands.map(({ band }) => {
          const chosen = band === cataloguePage.price
          return chip(prices[band], chosen, { price: chosen ? undefined : band })
        })}
    </Bar>
  )
}
