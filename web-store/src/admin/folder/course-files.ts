import { filled } from 'contract/courses/generated'
import { cleanName } from 'contract/spelling'
import { folderOf, stemOf } from './folder-files.ts'

const COVER = /^(cover|poster|thumbnail|thumb|banner)$/
const PICTURE = /\.(jpe?g|png|gif|webp)$/i
const TEXT = /^(description|readme)\.(md|markdown|txt)$/i

/** Picks the files of a folder that are about the course itself, by their paths. */
export type CourseFiles = { cover: string | undefined; description: string | undefined; readme: string | undefined }

/** Finds the picture and the texts of the course among the files beside its folders: no lesson is made of them. */
export function courseFilesOf(paths: readonly string[]): CourseFiles {
  const top = paths.filter((path) => folderOf(path) === '')
  const textOf = (stem: string) => top.find((path) => TEXT.test(path) && stemOf(path) === stem)
  return {
    cover: top.find((path) => PICTURE.test(path) && COVER.test(stemOf(path))),
    description: textOf('description'),
    readme: textOf('readme'),
  }
}

/** Markdown as it reads: without its marks, its first heading and its pictures. */
export function plainText(markdown: string): string {
  return (
    markdown
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the server takes none of them
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .replace(/^\s*#[^\n]*\n/, '')
      .replace(/^```.*$/gm, '')
      .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/^#{1,6}\s+/gm, '')
      .replace(/(\*\*|__)(?=\S)(.+?)\1/g, '$2')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}

type FolderSummary = { title: string; lessons: readonly string[]; files: number; description: string; readme: string }

/** The texts that a course must have: the folder's own where they are long enough, else what it holds. */
export function courseTexts({ title, lessons, files, description, readme }: FolderSummary) {
  const holds = filled.holds(lessons.length, files)
  const content = `${title}: ${holds}.\n\n${lessons.join('\n')}`
  const about = description || (readme.split(/\n\s*\n/)[0] ?? '')
  const whole = readme || description
  return {
    description: (about.length >= 20 ? about : filled.description(sentence(about || title), holds)).slice(0, 2000),
    long_description: (whole.length >= 50 ? whole : `${whole}\n\n${content}\n\n${filled.end}`.trim()).slice(0, 20_000),
    header_text: filled.heading(title).slice(0, 500),
    header_below: holds,
  }
}

const sentence = (text: string) => (/[.!?।]$/.test(text) ? text : `${text}.`)

/** Ids under which the course of a folder is found again, whatever it is called by then; the first that is free is taken. */
export function idsOfFolder(folder: string): string[] {
  const slug = cleanName(folder)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  // A name in another script has no letters for an address; its sum stands for it.
  const base = slug || `course-${sumOf(folder.normalize('NFC'))}`
  return [base, `${base}-2`, `${base}-3`, `${base}-4`]
}

function sumOf(text: string): string {
  let sum = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193)
  return (sum >>> 0).toString(36)
}
