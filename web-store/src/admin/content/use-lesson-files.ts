import { titleOfFile } from 'contract/courses/lesson-title'
import type { UseFieldArrayReturn, UseFormReturn } from 'react-hook-form'
import { toast } from '../../ui/toaster.ts'
import { fileProblem } from '../forms/upload.ts'
import { type PickedFile, usePlatform } from '../host/platform.tsx'
import { adminQueue } from '../media/queue/admin-queue.ts'
import { uploadReference } from '../media/queue/upload-reference.ts'
import { lessonsOfFiles } from './lesson-files.ts'
import { type ContentBody, type ContentForm, isUntouched } from './lesson-form.ts'

type Form = Pick<UseFormReturn<ContentForm, unknown, ContentBody>, 'setValue' | 'getValues'>
type Lessons = Pick<UseFieldArrayReturn<ContentForm, 'content'>, 'insert' | 'remove' | 'fields'>

const hasFolder = ({ items }: DataTransfer) => [...items].some((item) => item.webkitGetAsEntry()?.isDirectory)

/** Adds files to the lessons: each joins the queue of uploads at once, and its lesson waits for it. */
export function useLessonFiles(
  { setValue, getValues }: Form,
  lessons: Lessons,
  onFolder: (files: PickedFile[]) => void,
) {
  const platform = usePlatform()
  const queue = adminQueue(platform)
  const videosOf = (files: readonly PickedFile[]) =>
    files.filter((file) => {
      const problem = fileProblem(file, 'video')
      if (problem) toast.error(problem, { description: file.name })
      return !problem
    })
  const upload = (files: readonly PickedFile[]) => queue.add(files, { awaited: 'lesson' })

  /** Puts a video into an existing lesson. */
  const fill = (index: number, file: PickedFile) => {
    const [key = ''] = upload([file])
    setValue(`content.${index}.watch_link`, uploadReference(key), { shouldDirty: true, shouldValidate: true })
    if (!getValues(`content.${index}.title`).trim()) {
      setValue(`content.${index}.title`, titleOfFile(file.name), { shouldDirty: true, shouldValidate: true })
    }
  }
  /** Makes lessons of files, before the one at `place`. */
  const insertAt = (place: number, files: readonly PickedFile[]) => {
    const videos = videosOf(files)
    if (videos.length === 0) return
    const made = lessonsOfFiles(
      videos.map(({ name }) => name),
      upload(videos),
    )
    // They join the section of the lesson before them.
    const section = getValues('content')[place - 1]?.section ?? ''
    const untouched = isUntouched(getValues())
    lessons.insert(
      place,
      made.map((lesson) => ({ ...lesson, section })),
      { shouldFocus: false },
    )
    if (untouched) lessons.remove(place === 0 ? made.length : 0)
  }
  return {
    insertAt,
    /** Asks for one video and puts it into the lesson. */
    async choose(index: number) {
      const [file] = videosOf(await platform.pickFiles({ kind: 'video', multiple: false, keep: true }))
      if (file) fill(index, file)
    },
    /** Asks for videos and makes lessons of them, at the end. */
    async chooseMany() {
      insertAt(lessons.fields.length, await platform.pickFiles({ kind: 'video', multiple: true, keep: true }))
    },
    async chooseFolder() {
      const files = await platform.pickFolder({ kind: 'any' })
      if (files.length > 0) onFolder(files)
    },
    /** Takes what was dropped on a lesson without a video, or between two. */
    async drop(transfer: DataTransfer, { place, onto }: { place: number; onto: number | undefined }) {
      if (hasFolder(transfer)) return onFolder(await platform.takeDropped(transfer, { kind: 'any' }))
      const files = await platform.takeDropped(transfer, { kind: 'video' }).catch(() => {
        toast.error('These files could not be read. Please try again.')
        return []
      })
      const [file] = files
      if (onto !== undefined && files.length === 1 && file) {
        if (videosOf(files).length > 0) fill(onto, file)
      } else insertAt(place, files)
    },
  }
}
