import type { StudentLesson } from 'contract/learning'
import { useEffect, useRef, useState } from 'react'
import { plural, t } from '../../language/text.ts'
import { isShut } from '../../shared/courses/is-shut.ts'
import { bySection } from '../../shared/courses/lesson-sections.ts'
import { useDownloadedIds } from '../../stores/downloaded-lessons.ts'
import { Button } from '../../ui/Button.tsx'
import { bytesText } from '../../ui/bytes-text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconX } from '../../ui/icons.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Sheet } from '../../ui/sheet.ts'
import { Text, VisuallyHidden } from '../../ui/text.tsx'
import { DownloadQuality } from './DownloadQuality.tsx'
import { ENOUGH_HEIGHT } from './download-rules.ts'
import { downloadLessons, pauseLesson, removeLesson, roomLeft } from './downloader.ts'
import { readDownloads, useDownloader } from './downloader-state.ts'
import { bytesOf, heightsOf, isDownloadable } from './lesson-parts.ts'
import { stageOf, storedWords } from './stored-words.ts'

/** Some browsers name the same large number whatever there is. */
const MUCH_ROOM = 5e9

const List = chakra('ul', { base: { listStyle: 'none', m: '0', p: '0' } })

const Line = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '3',
    py: '2.5',
    borderTopWidth: '1px',
    borderColor: 'border',
    '&[aria-current]': { fontWeight: '600' },
  },
})

/** Heading of the course, and of each section. */
const Heading = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '3',
    pt: '4',
    pb: '2',
  },
})

type Props = {
  courseId: string
  lessons: readonly StudentLesson[]
  currentId: string | null
  onClose: () => void
}

/** Chooses the lessons of the course to download. */
export default function DownloadLessons({ courseId, lessons, currentId, onClose }: Props) {
  const sheet = useRef<HTMLDialogElement>(null)
  const [room, setRoom] = useState<number>()
  const [chosen, setChosen] = useState<number>()
  const known = useDownloader()
  const { ids } = useDownloadedIds()
  const heights = heightsOf(lessons)
  const height = chosen ?? heights.find((one) => one >= ENOUGH_HEIGHT) ?? heights.at(-1)
  useEffect(() => {
    sheet.current?.showModal()
    void readDownloads()
  }, [])
  // Downloads and removals change the free room.
  const changed = `${known.lessons.length} ${known.running}`
  useEffect(() => {
    if (changed) void roomLeft().then(setRoom)
  }, [changed])

  const onDisk = (id: string) => known.lessons.find(({ lesson_id }) => lesson_id === id)
  /** Filters lessons that can be downloaded and are neither up to date nor queued. */
  const open = (some: readonly StudentLesson[]) =>
    some.filter(
      (lesson) =>
        isDownloadable(lesson) &&
        (!ids.has(lesson.lesson_id) || onDisk(lesson.lesson_id)?.old) &&
        ![known.running, ...known.waiting].includes(lesson.lesson_id),
    )
  const store = (some: readonly StudentLesson[]) =>
    downloadLessons(
      courseId,
      some.map(({ lesson_id }) => lesson_id),
      chosen,
    )

  const all = (name: string, what: string, some: readonly StudentLesson[]) => {
    const rest = open(some)
    const bytes = rest.reduce((sum, lesson) => sum + bytesOf(lesson, height), 0)
    return (
      <Heading>
        <div>
          <chakra.h3 textStyle="label" overflowWrap="anywhere">
            {name}
          </chakra.h3>
          <Text textStyle="sm" color="fg.muted">
            {rest.length === 0
              ? t('All downloaded')
              : bytes > 0
                ? plural(
                    rest.length,
                    { one: '{count} more lesson, {size}', other: '{count} more lessons, {size}' },
                    { size: bytesText(bytes) },
                  )
                : plural(rest.length, { one: '{count} more lesson', other: '{count} more lessons' })}
          </Text>
        </div>
        {rest.length > 1 && (
          <Button variant="outline" size="sm" onClick={() => store(rest)}>
            {t('Download all')}
            <VisuallyHidden>{t(' of {what}', { what })}</VisuallyHidden>
          </Button>
        )}
      </Heading>
    )
  }
  const sections = bySection(lessons)

  return (
    <Sheet ref={sheet} onClose={onClose} aria-labelledby="keep-lessons">
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="3" mt="-2" me="-2">
        <chakra.h2 id="keep-lessons" textStyle="h3">
          {t('Download')}
        </chakra.h2>
        <IconButton aria-label={t('Close')} onClick={() => sheet.current?.close()}>
          <Icon of={IconX} />
        </IconButton>
      </chakra.div>
      <Text color="fg.muted">
        {t(
          'Downloaded lessons play without internet, only for you, until they expire. Go online to extend the date. Logging out deletes them. Keep this page open while they download.',
        )}
      </Text>
      {room !== undefined && room < MUCH_ROOM && (
        <Text textStyle="sm" mt="2">
          {t('Room for {size} more in this browser.', { size: bytesText(room) })}
        </Text>
      )}
      <DownloadQuality lessons={open(lessons)} height={height} onHeight={setChosen} />
      {lessons.some(({ completed }) => completed) &&
        all(
          t('Lessons you have left'),
          t('the lessons you have left'),
          lessons.filter(({ completed }) => !completed),
        )}
      {all(t('Whole course'), t('the course'), lessons)}
      {sections.map(({ section, lessons: own }) => (
        <section key={own[0]?.lesson.lesson_id} aria-label={section ?? undefined}>
          {section !== null &&
            all(
              section,
              section,
              own.map(({ lesson }) => lesson),
            )}
          <List>
            {own.map(({ lesson }) => {
              const { lesson_id: id, title } = lesson
              const there = onDisk(id)
              const waits = known.waiting.includes(id) || known.running === id
              const stage = there ? stageOf(there, { ...known, ids }) : waits ? 'waiting' : undefined
              const words =
                there && stage
                  ? storedWords(there, stage, known.lasting)
                  : stage
                    ? t('Waiting')
                    : factOf(lesson, height)
              const key = (what: string, onClick: () => void, variant: 'outline' | 'ghost' = 'outline') => (
                <Button variant={variant} size="sm" onClick={onClick}>
                  {what}
                  <VisuallyHidden> {title}</VisuallyHidden>
                </Button>
              )
              return (
                <Line key={id} aria-current={id === currentId ? 'true' : undefined}>
                  <div>
                    <Text overflowWrap="anywhere">{title}</Text>
                    <Text textStyle="sm" color="fg.muted" fontWeight="400" fontVariantNumeric="tabular-nums">
                      {words}
                    </Text>
                  </div>
                  <chakra.div display="flex" flexWrap="wrap" justifyContent="flex-end" gap="1">
                    {(stage === 'running' || stage === 'waiting') && key(t('Pause'), () => pauseLesson(id))}
                    {stage === 'old' && key(t('Update'), () => downloadLessons(courseId, [id]))}
                    {stage === 'paused' && key(t('Resume'), () => downloadLessons(courseId, [id]))}
                    {there && key(t('Remove'), () => void removeLesson(id), 'ghost')}
                    {stage === undefined && isDownloadable(lesson) && key(t('Download'), () => store([lesson]))}
                  </chakra.div>
                  {there && stage === 'running' && (
                    <chakra.div gridColumn="1 / -1" mt="2">
                      <ProgressBar
                        percent={Math.floor((100 * Math.min(there.arrived, there.bytes)) / Math.max(there.bytes, 1))}
                        label={t('Downloading {title}', { title })}
                      />
                    </chakra.div>
                  )}
                  {known.problems[id] && (
                    <Text role="alert" gridColumn="1 / -1" mt="1" textStyle="sm" fontWeight="400" color="danger.fg">
                      {known.problems[id]}
                    </Text>
                  )}
                </Line>
              )
            })}
          </List>
        </section>
      ))}
    </Sheet>
  )
}

function factOf(lesson: StudentLesson, height: number | undefined): string {
  if (isShut(lesson)) return t('Not open yet')
  if (lesson.kind === 'quiz')
    return lesson.quiz ? t('Only its questions') : t('The questions of this quiz are not here yet.')
  if (lesson.kind === 'assignment') return t('An assignment needs internet')
  if (lesson.kind === 'live' && lesson.watch_link === '') return t('A live lesson needs internet')
  if (!isDownloadable(lesson)) return t('Plays on another site, so it cannot be downloaded')
  const bytes = bytesOf(lesson, height)
  return bytes > 0 ? bytesText(bytes) : t('Size not known')
}
