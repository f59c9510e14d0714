import { t } from '../language/text.ts'
import { chakra } from './chakra.ts'
import { Skeleton, Stack, Wrap } from './layout.tsx'
import { VisuallyHidden } from './text.tsx'

type Props = {
  /** The dark ground of a sales page, with one picture; else a list of cards. */
  stage?: boolean
  text?: string
}

/** Takes the room of the catalogue or of a sales page while its file or its data load: a title, and pictures below it. */
export function PageSkeleton({ stage = false, text = t('Loading...') }: Props) {
  return (
    <chakra.div role="status" bg={stage ? 'stage' : undefined} minH="100dvh" pt={{ base: '10', md: '60px' }}>
      <VisuallyHidden>{text}</VisuallyHidden>
      <Wrap display="grid" gap="5" opacity={stage ? '.25' : undefined}>
        <Skeleton h="10" maxW="420px" />
        <Skeleton h="6" maxW="260px" />
        <Stack gap="5" gridTemplateColumns={{ md: stage ? '2fr 1fr' : 'repeat(4, 1fr)' }}>
          {(stage ? '12' : '1234').split('').map((place) => (
            <Skeleton key={place} aspectRatio={stage ? '16/9' : '4/3'} />
          ))}
        </Stack>
      </Wrap>
    </chakra.div>
  )
}
