import { plural, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { useDownloadedIds } from '../../stores/downloaded-lessons.ts'
import { Button } from '../../ui/Button.tsx'
import { bytesText } from '../../ui/bytes-text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { H2, Text, TextLink, VisuallyHidden } from '../../ui/text.tsx'
import { downloadLessons, removeLesson } from './downloader.ts'
import { useDownloader } from './downloader-state.ts'
import { stageOf, storedWords } from './stored-words.ts'

const Line = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
    px: { base: '4', md: '5' },
    py: '3',
    '&:not(:first-of-type)': { borderTopWidth: '1px', borderColor: 'border' },
  },
})

const Keys = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '2' } })

/** Lists the downloads of this browser: their size, and the last day of each. */
export default function DownloadedLessons() {
  const known = useDownloader()
  const { ids } = useDownloadedIds()
  const { lessons } = known
  const bytes = lessons.reduce((sum, { arrived }) => sum + arrived, 0)
  return (
    <chakra.section mt="10" aria-labelledby="kept-lessons">
      <H2 id="kept-lessons" fontSize={{ md: '1.75rem' }}>
        {t('Downloaded lessons')}
      </H2>
      <Text color="fg.muted" mb="4">
        {plural(
          lessons.length,
          { one: '{count} lesson, {size}', other: '{count} lessons, {size}' },
          { size: bytesText(bytes) },
        )}
      </Text>
      <Card>
        <chakra.ul listStyle="none">
          {lessons.map((lesson) => {
            const stage = stageOf(lesson, { ...known, ids })
            return (
              <Line key={lesson.lesson_id}>
                <chakra.div minW="0">
                  <TextLink
                    to={`${paths.learn(lesson.course_id)}?lesson=${encodeURIComponent(lesson.lesson_id)}`}
                    overflowWrap="anywhere"
                  >
                    {lesson.title}
                  </TextLink>
                  <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
                    {lesson.course_name}
                  </Text>
                  <Text textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
                    {storedWords(lesson, stage, known.lasting)}
                  </Text>
                </chakra.div>
                <Keys>
                  {stage === 'old' && (
                    <Button
                      variant="outline"
                      size="sm"
                      onClick={() => downloadLessons(lesson.course_id, [lesson.lesson_id])}
                    >
                      {t('Update')}
                      <VisuallyHidden> {lesson.title}</VisuallyHidden>
                    </Button>
                  )}
                  <Button variant="outline" size="sm" onClick={() => void removeLesson(lesson.lesson_id)}>
                    {t('Remove')}
                    <VisuallyHidden> {t('{lesson} from this device', { lesson: lesson.title })}</VisuallyHidden>
                  </Button>
                </Keys>
              </Line>
            )
          })}
        </chakra.ul>
      </Card>
    </chakra.section>
  )
}
