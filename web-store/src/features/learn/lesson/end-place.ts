import type { StudentLesson } from 'contract/learning'
import { chakra } from '../../../ui/chakra.ts'

/** Takes the place of all that is below the lesson. */
export const EndPlace = chakra('section', {
  base: {
    display: 'grid',
    gap: '3',
    px: { base: '4', lg: '0' },
    pt: { base: '4.5', lg: '6' },
    pb: '6',
    fontVariantNumeric: 'lining-nums tabular-nums',
  },
})

export type EndProps = {
  courseId: string
  lesson: StudentLesson
  lessons: readonly StudentLesson[]
  /** The picture says that it has ended. */
  played: boolean
  onOpen: (lessonId: string) => void
  onStay: () => void
}
