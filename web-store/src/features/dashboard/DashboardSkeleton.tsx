import { t } from '../../language/text.ts'
import { Card, Skeleton, Stack } from '../../ui/layout.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { EnrolledGrid } from './EnrolledGrid.tsx'
import { StatGrid } from './StatCards.tsx'

const places = [1, 2, 3, 4]

/** The dashboard's layout while its numbers are on the way. */
export function DashboardSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">{t('Loading...')}</VisuallyHidden>
      <Skeleton h={{ base: '32px', md: '43px' }} maxW="420px" mb="6" />
      <StatGrid as="div">
        {places.map((place) => (
          <Card key={place} p="4.5" h={{ base: '92px', md: '108px' }}>
            <Skeleton h="5" w="60%" />
            <Skeleton h="8" w="30%" mt="4" />
          </Card>
        ))}
      </StatGrid>
      <Skeleton h="30px" w="180px" mb="4.5" />
      <EnrolledGrid>
        {places.map((place) => (
          <Card key={place} overflow="hidden">
            <Skeleton aspectRatio="16/9" borderRadius="0" />
            <Stack p="4" gap="3.5">
              <Skeleton h="6" w="40%" />
              <Skeleton h="6" w="80%" />
              <Skeleton h="2" />
              <Skeleton h="11" />
            </Stack>
          </Card>
        ))}
      </EnrolledGrid>
    </>
  )
}
