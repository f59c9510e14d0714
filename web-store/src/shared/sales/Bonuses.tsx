import type { Course } from 'contract/courses/courses'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Wrap } from '../../ui/layout.tsx'
import { H2, H3 } from '../../ui/text.tsx'
import { withKeys } from '../../ui/with-keys.ts'
import { TitledPicture } from './Samples.tsx'

function Gifts({ gifts }: { gifts: { title: string; image: string }[] }) {
  return (
    <chakra.ul
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'repeat(3,minmax(0,1fr))' }}
      gap={{ base: '3', md: '5' }}
    >
      {withKeys(gifts, ({ title }) => title).map(({ key, entry: { title, image } }) => (
        <TitledPicture key={key} title={title} image={image} place="beside" />
      ))}
    </chakra.ul>
  )
}

/** Lists the exclusive bonuses with their worth, and below them the others; at least one exists. */
export default function Bonuses({ course, heading }: { course: Course; heading?: string | undefined }) {
  const { exclusive_bonuses: exclusive, bonuses, bonuses_worth: worth } = course
  const parts = {
    worth: (
      <chakra.span color="offer.fg" fontVariantNumeric="lining-nums tabular-nums">
        {worth}
      </chakra.span>
    ),
  }
  return (
    <Wrap>
      <H2>
        {heading}
        {!heading &&
          exclusive.length > 0 &&
          (worth ? rich('Exclusive bonuses worth {worth}', parts) : t('Exclusive bonuses'))}
        {!heading && exclusive.length === 0 && (worth ? rich('Bonuses worth {worth}', parts) : t('Bonuses'))}
      </H2>
      {exclusive.length > 0 && <Gifts gifts={exclusive} />}
      {exclusive.length > 0 && bonuses.length > 0 && (
        <H3 fontSize="1.375rem" mt="9" mb="5">
          {t('More bonuses')}
        </H3>
      )}
      {bonuses.length > 0 && <Gifts gifts={bonuses} />}
    </Wrap>
  )
}
