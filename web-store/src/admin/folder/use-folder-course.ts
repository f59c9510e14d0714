import { useQueryClient } from '@tanstack/react-query'
import { titleOfFile } from 'contract/courses/lesson-title'
import { cleanName } from 'contract/spelling'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { countText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { fileProblem } from '../forms/upload.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { usePlatform, wholeFile } from '../host/platform.tsx'
import { useAct } from '../kit/use-act.tsx'
import { adminQueue } from '../media/queue/admin-queue.ts'
import { sourceOf } from '../media/queue/file-source.ts'
import { startFolderRun } from './admin-folder-runs.ts'
import type { Taken } from './FolderCourse.tsx'
import { makeCourse, sendPicture, type TypedCourse, textsOf, typedProblems } from './make-course.ts'
import type { ReadyFolder } from './use-folder.ts'

/** So much of the text is shown. */
const MOST_WORDS = 160

const titleOfFolder = (folder: string) => cleanName(titleOfFile(`${folder}.x`)).slice(0, 200)

/** Holds the choices beside a plan, and the press that carries it out. */
export function useFolderCourse(ready: ReadyFolder | undefined, onClose: () => void) {
  const platform = usePlatform()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [typed, setTyped] = useState<TypedCourse>()
  const [requested, setRequested] = useState(false)
  const [other, setOther] = useState<File>()
  const [taken, setTaken] = useState<Taken>({ picture: false, text: false })
  const queue = adminQueue(platform)
  const now = typed ?? { name: ready ? titleOfFolder(ready.read.folder) : '', price: '' }
  const isNew = ready !== undefined && ready.courseId === undefined
  const problems = isNew ? typedProblems(ready.read, ready.plan, now) : {}
  const course = ready?.courseId === undefined ? undefined : ready.target?.course
  const texts = course && ready && textsOf(ready.read, ready.plan, course.name)
  const hasText = ready !== undefined && ready.read.page.readme + ready.read.page.description !== ''
  const differs: Taken = {
    picture: course !== undefined && ready?.target?.hasPicture === false,
    text: course !== undefined && hasText && texts?.long_description !== course.long_description,
  }

  /** Returns the course that the plan goes into; creates or changes it on request. */
  const prepare = async ({ read, plan, target, courseId }: ReadyFolder): Promise<string> => {
    if (courseId === undefined && target) {
      const banner = await sendPicture(queue, sourceOf(other ?? target.picture))
      return (await makeCourse(read, plan, now, { banner, ids: target.ids })).course_id
    }
    const body = {
      ...(differs.picture && taken.picture && target
        ? { banner: await sendPicture(queue, sourceOf(target.picture)) }
        : {}),
      ...(differs.text && taken.text && texts
        ? { description: texts.description, long_description: texts.long_description }
        : {}),
    }
    const id = courseId ?? ''
    if (Object.keys(body).length > 0) await adminClient.courses.update({ params: { id }, body })
    return id
  }

  const making = useAct(
    {
      async call(folder: ReadyFolder) {
        const id = await prepare(folder)
        const { read, plan } = folder
        const run = { course_id: id, folder: read.folder, plan }
        return { id, uploads: startFolderRun({ platform, queries }, run, read.sources) }
      },
      key: adminApi.courses.key,
    },
    {
      failed: 'The course could not be created',
      done: null,
      onDone({ id, uploads }, { target }) {
        onClose()
        if (uploads > 0) toast.info(`${countText(uploads, 'file')} on the way. Lessons appear as they arrive.`)
        if (target) navigate(adminPaths.lessons(id))
      },
    },
  )

  const words = isNew ? textsOf(ready.read, ready.plan, now.name).description : ''
  return {
    typed: now,
    setTyped,
    problems: requested ? problems : {},
    busy: making.busy,
    taken,
    setTaken,
    differs,
    course,
    isNew,
    text: {
      from: hasText ? 'Description, from the folder' : 'Description, until you write one',
      words: words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS)}...` : words,
    },
    picture: other ?? ready?.target?.picture,
    async choosePicture() {
      const [picked] = await platform.pickFiles({ kind: 'image', multiple: false })
      if (!picked) return
      const problem = fileProblem(picked, 'image')
      if (problem) toast.error(problem)
      else setOther(await wholeFile(picked))
    },
    start() {
      setRequested(true)
      if (ready && Object.keys(problems).length === 0) making.run(ready)
    },
  }
}
