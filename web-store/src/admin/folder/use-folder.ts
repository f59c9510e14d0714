import { useQueryClient } from '@tanstack/react-query'
import type { Course } from 'contract/courses/courses'
import { useEffect, useState } from 'react'
import { toast } from '../../ui/toaster.ts'
import { type PickedFile, wholeFile } from '../host/platform.tsx'
import { drawPoster } from './draw-poster.ts'
import type { Part } from './folder-lessons.ts'
import type { FolderPlan } from './folder-plan.ts'
import { courseOfFolder, inLibrary, planOf, type ReadFolder, readFolder, withOther } from './read-folder.ts'

/** The course that a folder is for, where the folder finds it itself. */
type FolderTarget = {
  /** The one that was made of the folder before. */
  course: Course | undefined
  /** Free ids for a new one. */
  ids: string[]
  /** The folder's picture, or a drawn one. */
  picture: File
  /** True if the course has that picture already. */
  hasPicture: boolean
}

type Found = { read: ReadFolder; target: FolderTarget | undefined; courseId: string | undefined }
/** A folder that was read, and what becomes of it. */
export type ReadyFolder = Found & { plan: FolderPlan }

/** Reads a folder for a course; without one the folder finds its own, or begins one. */
export function useFolder(files: PickedFile[], courseId: string | undefined, onFailed: () => void) {
  const queries = useQueryClient()
  const [found, setFound] = useState<Found>()
  const [progress, setProgress] = useState({ done: 0, of: 0 })
  const [leftOut, setLeftOut] = useState<string[]>([])
  /** True if a new course is wanted although this folder has one. */
  const [refresh, setRefresh] = useState(false)
  useEffect(() => {
    const reading = new AbortController()
    const how = { signal: reading.signal, onProgress: (done: number, of: number) => setProgress({ done, of }) }
    const look = async (): Promise<Found> => {
      if (courseId !== undefined) {
        return { read: await readFolder(files, courseId, queries, how), target: undefined, courseId }
      }
      const fresh = await readFolder(files, undefined, queries, how)
      const { course, ids } = await courseOfFolder(fresh.folder)
      const into = refresh ? undefined : course
      const read = into ? await readFolder(files, into.course_id, queries, how) : fresh
      const { cover } = read.page
      const picture = cover ? await wholeFile(cover) : await drawPoster(read.folder)
      const hasPicture = into !== undefined && (!cover || (await inLibrary(cover, how.signal)) === into.banner)
      return { read, target: { course, ids, picture, hasPicture }, courseId: into?.course_id }
    }
    setFound(undefined)
    look().then(
      (seen) => !reading.signal.aborted && setFound(seen),
      () => {
        if (reading.signal.aborted) return
        toast.error('This folder could not be read. Please try again.')
        onFailed()
      },
    )
    return () => reading.abort()
  }, [files, courseId, queries, onFailed, refresh])
  const [chosen, setChosen] = useState<ReadonlyMap<string, Part>>(new Map())
  const ready: ReadyFolder | undefined = found && { ...found, plan: planOf(found.read, leftOut, chosen) }
  return {
    ready,
    progress,
    leftOut,
    startNew: () => setRefresh(true),
    leaveOut: (path: string) => setLeftOut([...leftOut, path]),
    putBack: () => setLeftOut([]),
    /** Makes lessons of files, or downloads. */
    choosePart: (paths: readonly string[], part: Part) =>
      setChosen(new Map([...chosen, ...paths.map((path) => [path, part] as const)])),
    async takeOther(path: string, other: PickedFile) {
      if (!found) return
      const read = await withOther(found.read, path, other, new AbortController().signal)
      setFound((before) => before && { ...before, read })
    },
  }
}
