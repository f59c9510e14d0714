import type { StudentLesson } from 'contract/learning'
import { t } from '../../language/text.ts'
import { bytesText } from '../../ui/bytes-text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Select } from '../../ui/Field.tsx'
import { bytesOf, heightsOf } from './lesson-parts.ts'

type Props = {
  /** Lessons left to download: the megabytes are their sum. */
  lessons: readonly StudentLesson[]
  height: number | undefined
  onHeight: (height: number) => void
}

/** Chooses the quality of downloads when there are several. */
export function DownloadQuality({ lessons, height, onHeight }: Props) {
  const heights = heightsOf(lessons)
  if (heights.length < 2) return null
  const weight = (one: number) => bytesText(lessons.reduce((sum, lesson) => sum + bytesOf(lesson, one), 0))
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" mt="4">
      <chakra.span id="kept-quality" textStyle="label">
        {t('Quality')}
      </chakra.span>
      <Select
        aria-labelledby="kept-quality"
        w="auto"
        value={heights.find((one) => one >= (height ?? 0)) ?? heights.at(-1)}
        onChange={({ target }) => onHeight(Number(target.value))}
      >
        {heights.map((one) => (
          <option key={one} value={one}>{`${one}p, ${weight(one)}`}</option>
        ))}
      </Select>
    </chakra.div>
  )
}
