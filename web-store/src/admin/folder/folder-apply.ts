import type { StoredLesson } from 'contract/learning'
import { cleanFileName } from 'contract/spelling'
import type { FolderPlan, PlannedFile, PlannedLesson } from './folder-plan.ts'

/** A lesson as it is sent; a new one has no id. */
export type AppliedLesson = Pick<StoredLesson, Applied> & { lesson_id: string | null }
type Applied =
  | 'title'
  | 'watch_link'
  | 'download_link'
  | 'seconds'
  | 'preview'
  | 'section'
  | 'source'
  | 'files'
  | 'captions'

/** A stored lesson as a plan changes it. */
export const asApplied = ({ file_seconds: _, file_bytes: _bytes, ...lesson }: StoredLesson): AppliedLesson => lesson

const isOf = (planned: PlannedLesson) => (lesson: AppliedLesson) =>
  planned.lesson_id !== undefined ? lesson.lesson_id === planned.lesson_id : lesson.source === planned.main.path

/**
 * Returns the lessons of a course with the arrived files of a plan; `urls` are the addresses of files by path. Existing lessons keep their
 * names, place and section, and lessons of other origin do not change. Undefined when nothing changes.
 */
export function applyPlan(
  plan: FolderPlan,
  stored: readonly AppliedLesson[],
  urls: ReadonlyMap<string, string>,
): AppliedLesson[] | undefined {
  const content = stored.map((lesson) => ({ ...lesson }))
  plan.lessons.forEach((planned, place) => {
    const at = content.findIndex(isOf(planned))
    const there = content[at]
    const url = urls.get(planned.main.path)
    if (there) content[at] = withFiles(moved(there, planned, url), planned, urls)
    else if (url !== undefined) {
      content.splice(placeOf(plan.lessons, place, content), 0, withFiles(newLesson(planned, url), planned, urls))
    }
  })
  return JSON.stringify(content) === JSON.stringify(stored) ? undefined : content
}

function moved(lesson: AppliedLesson, planned: PlannedLesson, url: string | undefined): AppliedLesson {
  const path = planned.main.path
  const section = lesson.source === path || lesson.source === null ? lesson.section : planned.section
  return { ...lesson, watch_link: url ?? lesson.watch_link, section, source: path }
}

function newLesson({ title, section, main }: PlannedLesson, watch_link: string): AppliedLesson {
  return {
    lesson_id: null,
    title,
    watch_link,
    download_link: null,
    seconds: null,
    preview: false,
    section,
    source: main.path,
    files: [],
    captions: [],
  }
}

/** Behind the lesson before it in the folder, else before the one behind it, else at the end. */
function placeOf(lessons: readonly PlannedLesson[], place: number, content: readonly AppliedLesson[]): number {
  for (const before of lessons.slice(0, place).reverse()) {
    const at = content.findIndex(isOf(before))
    if (at >= 0) return at + 1
  }
  for (const after of lessons.slice(place + 1)) {
    const at = content.findIndex(isOf(after))
    if (at >= 0) return at
  }
  return content.length
}

function withFiles(lesson: AppliedLesson, planned: PlannedLesson, urls: ReadonlyMap<string, string>): AppliedLesson {
  const files = arrived(planned.files, urls).reduce((all, { file, url }) => {
    const made = { name: cleanFileName(file.name), url }
    return put(all, made, (other) => other.name === made.name || other.url === url)
  }, lesson.files)
  const captions = arrived(planned.captions, urls).reduce((all, { file, url }) => {
    const made = { language: file.language, url }
    return put(all, made, ({ language }) => language === made.language)
  }, lesson.captions)
  return { ...lesson, files, captions }
}

const arrived = <File extends PlannedFile>(files: readonly File[], urls: ReadonlyMap<string, string>) =>
  files.flatMap((file) => {
    const url = urls.get(file.path)
    return url === undefined ? [] : [{ file, url }]
  })

function put<One>(all: One[], made: One, isIt: (one: One) => boolean): One[] {
  const at = all.findIndex(isIt)
  return at < 0 ? [...all, made] : all.map((one, place) => (place === at ? made : one))
}

export const filesOf = ({ lessons }: FolderPlan): PlannedFile[] =>
  lessons.flatMap(({ main, files, captions }) => [main, ...files, ...captions])

/** The files of a plan that must go up; the others are in the course already. */
export const filesToUpload = (plan: FolderPlan): PlannedFile[] => filesOf(plan).filter(({ fate }) => fate !== 'kept')
