import { IconVideo } from '../../shared/courses/lesson-icons.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { countText } from '../../ui/format.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { type PickedFile, usePlatform } from '../host/platform.tsx'
import { bytesText } from '../media/library/media-text.ts'
import { NewCourse, SameCourse, type Taken } from './FolderCourse.tsx'
import { FolderLessons } from './FolderLessons.tsx'
import { FolderProblems } from './FolderProblems.tsx'
import { filesToUpload } from './folder-apply.ts'
import type { PlannedFile, PlannedLesson } from './folder-plan.ts'
import { useFolder } from './use-folder.ts'
import { useFolderCourse } from './use-folder-course.ts'

const Figures = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2,minmax(0,1fr))', md: 'repeat(4,minmax(0,1fr))' },
    bg: 'bg.subtle',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l2',
    mt: '3',
    '& > div': { display: 'flex', flexDirection: 'column-reverse', px: '4', py: '2.5' },
    '& dd': { fontSize: '1.25rem', fontWeight: '700', fontVariantNumeric: 'tabular-nums' },
    '& dt': { textStyle: 'sm', color: 'fg.muted' },
  },
})

const Columns = chakra('div', {
  base: {
    display: 'grid',
    // On phones the problems come first.
    gridTemplateColumns: { base: 'minmax(0,1fr)', md: 'minmax(0,1.6fr) minmax(0,1fr)' },
    gap: '5',
    mt: '4',
    maxH: { md: 'max(220px, calc(100vh - 380px))' },
    '&[data-tall]': { maxH: { md: 'max(220px, calc(100vh - 560px))' } },
    overflowY: { md: 'auto' },
    '& > [data-problems]': { order: { base: '-1', md: '0' } },
  },
})

type FolderDialogProps = {
  files: PickedFile[]
  /** Absent where the folder finds its own course, or becomes a new one. */
  courseId?: string
  onClose: () => void
}

/** Shows the plan of a folder before anything changes; one button carries it out. */
export default function FolderDialog({ files, courseId, onClose }: FolderDialogProps) {
  const platform = usePlatform()
  const folder = useFolder(files, courseId, onClose)
  const { ready, progress } = folder
  const course = useFolderCourse(ready, onClose)
  const uploads = ready ? filesToUpload(ready.plan) : []
  // A running plan cannot be cancelled.
  const close = () => !course.busy && onClose()
  const lessons = ready?.plan.lessons ?? []
  const isMoved = ready?.courseId !== undefined && uploads.length === 0 && lessons.length > 0
  const chooseOther = async (path: string) => {
    const [other] = await platform.pickFiles({ kind: 'any', multiple: false, keep: true })
    if (other) await folder.takeOther(path, other)
  }
  const change = { onOther: (path: string) => void chooseOther(path), onLeaveOut: folder.leaveOut }
  return (
    <Dialog
      open
      size="wide"
      title="Check before we upload"
      onClose={close}
      footer={
        <>
          <chakra.p
            textStyle="sm"
            color="fg.muted"
            me="auto"
            alignSelf="center"
            display={{ base: 'none', md: 'block' }}
          >
            {course.isNew ? 'The course stays a draft.' : 'Nothing has been changed yet.'} You can change names and
            order later.
          </chakra.p>
          <Button variant="outline" disabled={course.busy} onClick={close}>
            Cancel
          </Button>
          {lessons.length > 0 && (
            <Button
              onClick={course.start}
              busy={course.busy}
              busyText={course.isNew ? 'Creating the course...' : 'Saving...'}
            >
              {startText({ isNew: course.isNew, isMoved, uploads: uploads.length, isMore: hasChoices(course.taken) })}
            </Button>
          )}
        </>
      }
    >
      {!ready && (
        <chakra.div role="status" py="6">
          <p>
            {progress.of > 0 ? `Reading the folder, ${progress.done} of ${progress.of} files` : 'Reading the folder...'}
          </p>
          {progress.of > 0 && (
            <chakra.div display="flex" mt="3">
              <ProgressBar percent={Math.floor((progress.done / progress.of) * 100)} label="Reading the folder" />
            </chakra.div>
          )}
        </chakra.div>
      )}
      {ready && lessons.length === 0 && (
        <PageMessage icon={IconVideo} title="No lessons in this folder">
          Videos become lessons, and so do PDFs and sounds.
        </PageMessage>
      )}
      {ready && (
        <>
          {lessons.length > 0 && (
            <>
              <p>
                Folder “{ready.read.folder}”. {isMoved && 'Nothing new to upload.'}
              </p>
              {course.isNew && course.picture && (
                <NewCourse
                  typed={course.typed}
                  problems={course.problems}
                  onTyped={course.setTyped}
                  picture={course.picture}
                  onPicture={() => void course.choosePicture()}
                  text={course.text}
                />
              )}
              {course.course && (
                <SameCourse
                  name={course.course.name}
                  differs={course.differs}
                  taken={course.taken}
                  onTaken={course.setTaken}
                  onAnew={folder.startNew}
                />
              )}
              <Figures>
                {figuresOf(lessons, uploads).map(([figure, name]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{figure}</dd>
                  </div>
                ))}
              </Figures>
            </>
          )}
          <Columns data-tall={course.isNew || undefined}>
            <FolderLessons lessons={lessons} onPart={folder.choosePart} {...change} />
            <FolderProblems plan={ready.plan} leftOut={folder.leftOut} onPutBack={folder.putBack} {...change} />
          </Columns>
        </>
      )}
    </Dialog>
  )
}

const hasChoices = ({ picture, text }: Taken) => picture || text

type Start = { isNew: boolean; isMoved: boolean; uploads: number; isMore: boolean }

function startText({ isNew, isMoved, uploads, isMore }: Start): string {
  if (isNew) return `Create the course, upload ${countText(uploads, 'file')}`
  if (isMoved) return isMore ? 'Change the course' : 'Keep as it is'
  return `Upload ${countText(uploads, 'file')}`
}

function figuresOf(lessons: readonly PlannedLesson[], uploads: readonly PlannedFile[]) {
  const sections = new Set(lessons.map(({ section }) => section).filter(Boolean)).size
  const files = lessons.reduce((sum, { files: own, captions }) => sum + own.length + captions.length, 0)
  return [
    [sections, sections === 1 ? 'section' : 'sections'],
    [lessons.length, lessons.length === 1 ? 'lesson' : 'lessons'],
    [files, files === 1 ? 'file with them' : 'files with them'],
    [bytesText(uploads.reduce((sum, { size }) => sum + size, 0)), 'to upload'],
  ]
}
