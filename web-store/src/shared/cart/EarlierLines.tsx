import { plural, t } from '../../language/text.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { bringBack } from './earlier-cart.ts'

const Box = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: '4',
    rowGap: '2',
    px: '4',
    py: '3',
    borderRadius: 'l2',
    bg: 'action.subtle',
  },
})

/** The lines that Buy Now set aside, with the way back. */
export default function EarlierLines({ count }: { count: number }) {
  return (
    <Box>
      <p>
        {plural(count, {
          one: 'Your earlier cart with {count} course is saved.',
          other: 'Your earlier cart with {count} courses is saved.',
        })}
      </p>
      <Button size="sm" variant="outline" onClick={bringBack}>
        {t('Restore')}
      </Button>
    </Box>
  )
}
