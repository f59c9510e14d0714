import { cleanFileName } from 'contract/spelling'
import { IconVideo } from '../../shared/courses/lesson-icons.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { themeColour } from '../../ui/colour.ts'
import { countText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconX } from '../../ui/icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { IconFile, IconRefresh } from '../host/admin-icons.ts'
import { bytesText } from '../media/library/media-text.ts'
import type { Part } from './folder-lessons.ts'
import type { FileFate, PlannedFile, PlannedLesson } from './folder-plan.ts'

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

const FATES: Record<FileFate, { text: string; colour: string }> = {
  new: { text: 'New', colour: 'success.fg' },
  replaces: { text: 'Replaces the old file', colour: 'action.fg' },
  kept: { text: 'Already here', colour: 'fg.muted' },
}

const Line = chakra('li', {
  base: {
    display: 'grid',
    // On phones the size and what happens stand below the name.
    gridTemplateColumns: { base: '20px minmax(0,1fr) auto', md: '20px minmax(0,1fr) auto auto auto auto' },
    alignItems: 'center',
    columnGap: '2.5',
    minH: '40px',
    px: '2',
    borderTopWidth: '1px',
    borderColor: 'border',
    fontVariantNumeric: 'tabular-nums',
  },
})

/** The lessons of the same section that follow each other. */
function groupsOf(lessons: readonly PlannedLesson[]) {
  const groups: { section: string | null; first: number; lessons: PlannedLesson[] }[] = []
  lessons.forEach((lesson, first) => {
    const last = groups.at(-1)
    if (last && last.section === lesson.section) last.lessons.push(lesson)
    else groups.push({ section: lesson.section, first, lessons: [lesson] })
  })
  return groups
}

/** Every lesson that a folder becomes, by section, with its files and what is done with each. */
export function FolderLessons({ lessons, onPart, ...change }: FolderLessonsProps) {
  // A lesson can become a download of another one only.
  const canBeDownload = ({ kind }: PlannedFile) => kind !== 'video' && lessons.length > 1
  const linesOf = ({ title, main, files, captions }: PlannedLesson, number: number): Shown[] => [
    { file: main, name: `${number}. ${title}`, part: canBeDownload(main) ? 'download' : undefined },
    ...files.map((file): Shown => ({ file, name: cleanFileName(file.name), under: true, part: 'lesson' })),
    ...captions.map((file) => ({
      file,
      name: `Captions, ${languageNames.of(file.language) ?? file.language}`,
      under: true,
    })),
  ]
  return (
    <chakra.div minW="0">
      {groupsOf(lessons).map(({ section, first, lessons: own }) => (
        // A thousand lines are laid out only where they are seen.
        <chakra.section
          key={`${section} ${first}`}
          aria-label={section ?? 'Lessons without a section'}
          mb="4"
          style={{ contentVisibility: 'auto', containIntrinsicSize: `auto ${own.length * 41 + 32}px` }}
        >
          <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="2" mb="1.5">
            <chakra.h3 textStyle="sm" fontWeight="600" overflowWrap="anywhere" minW="0">
              {section ?? 'No section'}{' '}
              <chakra.span color="fg.muted" fontWeight="400">
                {countText(own.length, 'lesson')}
              </chakra.span>
            </chakra.h3>
            {own.length > 1 && own.length < lessons.length && own.every(({ main }) => canBeDownload(main)) && (
              <Button
                variant="ghost"
                size="sm"
                flexShrink="0"
                onClick={() =>
                  onPart(
                    own.map(({ main }) => main.path),
                    'download',
                  )
                }
              >
                Turn all into downloads
                <VisuallyHidden> of {section ?? 'No section'}</VisuallyHidden>
              </Button>
            )}
          </chakra.div>
          <chakra.ul listStyleType="none">
            {own
              .flatMap((lesson, n) => linesOf(lesson, first + n + 1))
              .map((line) => (
                <FileLine key={line.file.path} {...line} onPart={onPart} {...change} />
              ))}
          </chakra.ul>
        </chakra.section>
      ))}
    </chakra.div>
  )
}

const PART_TEXTS: Record<Part, string> = { lesson: 'Turn into a lesson', download: 'Turn into a download' }

type FolderLessonsProps = ChangeFile & {
  lessons: readonly PlannedLesson[]
  /** Makes lessons of files, or downloads. */
  onPart: (paths: readonly string[], part: Part) => void
}

/** Offers actions on a file of the plan before the upload. */
export type ChangeFile = {
  onOther: (path: string) => void
  onLeaveOut: (path: string) => void
}

type Shown = {
  file: PlannedFile
  name: string
  under?: boolean
  /** The other part that it can have. */
  part?: Part | undefined
}

function FileLine({
  file,
  name,
  under,
  part,
  onPart,
  onOther,
  onLeaveOut,
}: Shown & Omit<FolderLessonsProps, 'lessons'>) {
  const { kind, path, size, fate } = file
  const { text, colour } = FATES[fate]
  return (
    <Line ps={under ? '7' : '2'}>
      <chakra.span color="fg.subtle">
        <Icon of={kind === 'video' ? IconVideo : IconFile} size={20} />
      </chakra.span>
      <chakra.span truncate title={path} fontWeight={under ? '400' : '550'}>
        {name}
      </chakra.span>
      <chakra.span textStyle="sm" color="fg.subtle" whiteSpace="nowrap">
        {bytesText(size)}
      </chakra.span>
      <chakra.span textStyle="sm" fontWeight="550" textAlign="end" style={{ color: themeColour(colour) }}>
        {text}
      </chakra.span>
      <chakra.span gridColumn={{ base: '2 / -1', md: 'auto' }} gridRow={{ base: '3', md: 'auto' }}>
        {part && (
          <Button variant="ghost" size="sm" ms={{ base: '-3', md: '0' }} onClick={() => onPart([path], part)}>
            {PART_TEXTS[part]}
            <VisuallyHidden> of {path}</VisuallyHidden>
          </Button>
        )}
      </chakra.span>
      <chakra.span
        display="flex"
        me="-2"
        gridRow={{ base: '1 / span 2', md: 'auto' }}
        gridColumn={{ base: '3', md: 'auto' }}
      >
        <IconButton compact aria-label={`Choose another file for ${path}`} onClick={() => onOther(path)}>
          <Icon of={IconRefresh} size={16} />
        </IconButton>
        <IconButton compact aria-label={`Leave out ${path}`} onClick={() => onLeaveOut(path)}>
          <Icon of={IconX} size={16} />
        </IconButton>
      </chakra.span>
    </Line>
  )
}
