import { t } from '../language/text.ts'
import { chakra } from './chakra.ts'
import { Icon } from './Icon.tsx'
import { IconStarFilled } from './icons.ts'

/** Shows a rating of 1 to 5; an average is rounded to whole stars, and its label has the exact value. */
export function Stars({ rating, size = 16 }: { rating: number; size?: 16 | 20 }) {
  return (
    <chakra.span
      role="img"
      aria-label={t('{rating} out of 5 stars', { rating })}
      display="flex"
      gap="5px"
      color={{ base: '#B87200', _dark: 'buy.solid' }}
    >
      {[1, 2, 3, 4, 5].map((star) => (
        <chakra.span key={star} opacity={star <= Math.round(rating) ? '1' : '.25'}>
          <Icon of={IconStarFilled} size={size} />
        </chakra.span>
      ))}
    </chakra.span>
  )
}
