import { useQuery } from '@tanstack/react-query'
import type { PricedLine } from 'contract/orders/price-cart'
import { api } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'

const List = chakra('ul', {
  base: {
    textStyle: 'sm',
    color: 'fg.muted',
    '& > li': { display: 'block', lineHeight: '1.5', truncate: true },
    '& [data-owned]': { color: 'success.fg', fontWeight: '550' },
  },
})

/** Lists the courses of a bundle in the cart, and what is taken off for those that the buyer has already. */
export default function BundleParts({ bundleId, line }: { bundleId: string; line: PricedLine | undefined }) {
  const { data: bundle } = useQuery(api.courses.get.queryOptions({ input: { id: bundleId } }))
  return (
    <List aria-label={t('In this bundle')}>
      {(line?.parts ?? []).map(({ course_id, owned }) => {
        const name = bundle?.includes?.find((one) => one.course_id === course_id)?.name ?? '\u00a0'
        return (
          <li key={course_id} data-owned={owned || undefined} title={name}>
            {owned ? t('Yours already: {course}', { course: name }) : name}
          </li>
        )
      })}
    </List>
  )
}
