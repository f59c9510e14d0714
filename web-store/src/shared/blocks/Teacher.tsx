import type { ShownSettings } from 'contract/pages/blocks'
import { chakra } from '../../ui/chakra.ts'
import { Wrap } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { H2 } from '../../ui/text.tsx'

type Props = { settings: ShownSettings['teacher']; top: boolean }

/** The teacher: face, name, and a few lines. */
export default function Teacher({ settings: { name, role, about, image }, top }: Props) {
  return (
    <Wrap
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', md: image.src ? '150px minmax(0,1fr)' : 'minmax(0,1fr)' }}
      columnGap="8"
      rowGap="5"
      alignItems="center"
    >
      {image.src && (
        <chakra.div w="150px" borderRadius="full" overflow="hidden">
          <Picture src={image.src} alt={image.alt || name} place="thumb" ratio="1/1" eager={top} />
        </chakra.div>
      )}
      <chakra.div minW="0" overflowWrap="anywhere">
        {name && <H2>{name}</H2>}
        {role && (
          <chakra.p fontWeight="600" mt="1">
            {role}
          </chakra.p>
        )}
        {about && (
          <chakra.p mt="3" maxW="62ch" opacity=".86" whiteSpace="pre-line">
            {about}
          </chakra.p>
        )}
      </chakra.div>
    </Wrap>
  )
}
