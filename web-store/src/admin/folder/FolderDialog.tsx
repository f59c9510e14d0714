import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { countText } from '../../ui/format.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { toast } from '../../ui/toaster.ts'
import { IconVideo } from '../admin-icons.ts'
import { bytesText } from '../media/media-text.ts'
import { type PickedFile, usePlatform } from '../platform.tsx'
import { adminFolderRuns } from './admin-folder-runs.ts'
import { FolderLessons } from './FolderLessons.tsx'
import { FolderProblems } from './FolderProblems.tsx'
import { filesToUpload } from './folder-apply.ts'
import { type ReadFolder, readFolder } from './read-folder.ts'

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
    maxH: { md: '52vh' },
    overflowY: { md: 'auto' },
    '& > [data-problems]': { order: { base: '-1', md: '0' } },
  },
})

type FolderDialogProps = { files: PickedFile[]; courseId: string; onClose: () => void }

/** What a folder would become, before anything is changed; one button does it. */
export default function FolderDialog({ files, courseId, onClose }: FolderDialogProps) {
  const platform = usePlatform()
  const queries = useQueryClient()
  const [read, setRead] = useState<ReadFolder>()
  const [progress, setProgress] = useState({ done: 0, of: 0 })
  useEffect(() => {
    const reading = new AbortController()
    readFolder(files, courseId, queries, {
      signal: reading.signal,
      onProgress: (done, of) => setProgress({ done, of }),
    }).then(setRead, () => {
      if (reading.signal.aborted) return
      toast.error('This folder could not be read. Please try again.')
      onClose()
    })
    return () => reading.abort()
  }, [files, courseId, queries, onClose])
  const uploads = read ? filesToUpload(read.plan) : []
  const isMoved = read && uploads.length === 0 && read.plan.lessons.length > 0
  const start = async () => {
    if (!read) return
    const runs = await adminFolderRuns(platform, queries)
    runs.start(courseId, read.folder, read.plan, read.sources)
    onClose()
    if (uploads.length > 0)
      toast.info(`${countText(uploads.length, 'file')} on the way. Lessons appear as they arrive.`)
  }
  return (
    <Dialog
      open
      size="wide"
      title="Check before we upload"
      onClose={onClose}
      footer={
        <>
          <chakra.p
            textStyle="sm"
            color="fg.muted"
            me="auto"
            alignSelf="center"
            display={{ base: 'none', md: 'block' }}
          >
            Nothing has been changed yet. You can change names and order later.
          </chakra.p>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          {read && read.plan.lessons.length > 0 && (
            <Button onClick={start}>{isMoved ? 'Keep as it is' : `Upload ${countText(uploads.length, 'file')}`}</Button>
          )}
        </>
      }
    >
      {!read && (
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
      {read && read.plan.lessons.length === 0 && (
        <PageMessage icon={IconVideo} title="No videos in this folder">
          Each video becomes a lesson. MP4, WebM and OGG are taken.
        </PageMessage>
      )}
      {read && (
        <>
          {read.plan.lessons.length > 0 && (
            <>
              <p>
                Folder “{read.folder}”. {isMoved && 'All of it is here already.'}
              </p>
              <Figures>
                <Figure of={read.plan.lessons} />
                <div>
                  <dt>to upload</dt>
                  <dd>{bytesText(uploads.reduce((sum, { size }) => sum + size, 0))}</dd>
                </div>
              </Figures>
            </>
          )}
          <Columns>
            <FolderLessons lessons={read.plan.lessons} />
            <FolderProblems plan={read.plan} />
          </Columns>
        </>
      )}
    </Dialog>
  )
}

function Figure({ of }: { of: ReadFolder['plan']['lessons'] }) {
  const sections = new Set(of.map(({ section }) => section).filter(Boolean)).size
  const files = of.reduce((sum, { files: own, captions }) => sum + own.length + captions.length, 0)
  return (
    <>
      {[
        [sections, sections === 1 ? 'section' : 'sections'],
        [of.length, of.length === 1 ? 'lesson' : 'lessons'],
        [files, files === 1 ? 'file with them' : 'files with them'],
      ].map(([number, name]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{number}</dd>
        </div>
      ))}
    </>
  )
}
