import { IconVideo } from '../../shared/courses/lesson-icons.ts'
import { chakra } from '../../ui/chakra.ts'
import { themeColour } from '../../ui/colour.ts'
import { countText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconX } from '../../ui/icons.ts'
import { bytesText } from '../media/library/media-text.ts'
import { IconFile, IconRefresh } from '../shell/admin-icons.ts'
import type { FileFate, PlannedLesson } from './folder-plan.ts'

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
    gridTemplateColumns: { base: '20px minmax(0,1fr) auto', md: '20px minmax(0,1fr) auto auto auto' },
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
export function FolderLessons({ lessons, ...change }: { lessons: readonly PlannedLesson[] } & ChangeFile) {
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
          <chakra.h3 textStyle="sm" fontWeight="600" mb="1.5" overflowWrap="anywhere">
            {section ?? 'No section'}{' '}
            <chakra.span color="fg.muted" fontWeight="400">
              {countText(own.length, 'lesson')}
            </chakra.span>
          </chakra.h3>
          <chakra.ul listStyleType="none">
            {own.map(({ title, video, files, captions }, n) => [
              <FileLine
                key={video.path}
                icon={IconVideo}
                name={`${first + n + 1}. ${title}`}
                file={video}
                {...change}
              />,
              ...files.map((file) => (
                <FileLine key={file.path} icon={IconFile} name={file.name} file={file} under {...change} />
              )),
              ...captions.map((file) => (
                <FileLine
                  key={file.path}
                  icon={IconFile}
                  name={`Captions, ${languageNames.of(file.language) ?? file.language}`}
                  file={file}
                  under
                  {...change}
                />
              )),
            ])}
          </chakra.ul>
        </chakra.section>
      ))}
    </chakra.div>
  )
}

/** Offers actions on a file of the plan before the upload. */
export type ChangeFile = {
  onOther: (path: string) => void
  onLeaveOut: (path: string) => void
}

type FileLineProps = ChangeFile & {
  icon: typeof IconVideo
  name: string
  file: { path: string; size: number; fate: FileFate }
  under?: boolean
}

function FileLine({ icon, name, file: { path, size, fate }, under, onOther, onLeaveOut }: FileLineProps) {
  const { text, colour } = FATES[fate]
  return (
    <Line ps={under ? '7' : '2'}>
      <chakra.span color="fg.subtle">
        <Icon of={icon} size={20} />
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
      <chakra.span display="flex" me="-2" gridRow={{ base: 'span 2', md: 'auto' }}>
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
