import { useSwitches } from '../../content/brand.ts'
import { serverMarkup } from '../../first-page/server-markup.tsx'
import { t } from '../../language/text.ts'
import { Awning } from '../../ui/Awning.tsx'
import { Stage, Wrap } from '../../ui/layout.tsx'
import { BuyButton } from './BuyButton.tsx'
import type { ShownCourse } from './shown-course.ts'

const NextPriceWords = serverMarkup<{ course: ShownCourse; heading: string }>(
  import.meta.env.SSR ? (await import('./NextPriceWords.tsx')).default : undefined,
  () => import('./NextPriceWords.tsx'),
)

type Part = { course: ShownCourse; heading?: string | undefined }

/** The closing band, which names the next price; nothing where the shop does without. */
export function NextPrice({ course, heading }: Part) {
  const { next_price } = useSwitches()
  if (!next_price) return null
  return (
    <Stage aria-labelledby="offer-title" css={{ '&&': { pt: '0', pb: '14' } }}>
      <Awning tone="offer" />
      <Wrap
        pt="12"
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,1fr) auto' }}
        columnGap="10"
        rowGap="5"
        alignItems="center"
      >
        <NextPriceWords course={course} heading={heading ?? t('Limited Period Offer')} />
        <BuyButton course={course} minW="260px" onStage />
      </Wrap>
    </Stage>
  )
}
