import type { Course } from 'contract/courses/courses'
import { chakra } from '../../ui/chakra.ts'
import { Wrap } from '../../ui/layout.tsx'
import { PlatformTile } from '../../ui/PlatformTile.tsx'
import { H2 } from '../../ui/text.tsx'
import { textsWithKeys } from '../../ui/with-keys.ts'

/** The places where the student's work can be uploaded. */
export default function Platforms({ course, heading }: { course: Course; heading: string }) {
  const names = course.where_can_i_upload
  return (
    <Wrap>
      <H2>{heading}</H2>
      <chakra.ul
        display={{ base: 'flex', md: 'grid' }}
        flexWrap="wrap"
        gridTemplateColumns={{ md: 'repeat(2,minmax(0,1fr))', lg: 'repeat(4,minmax(0,1fr))' }}
        gap={{ base: '2', md: '3' }}
      >
        {textsWithKeys(names).map(({ key, entry: name }) => (
          <PlatformTile key={key} name={name} />
        ))}
      </chakra.ul>
    </Wrap>
  )
}
