import { MOVE_IN_BYTES } from 'contract/foreign-table'
import type { ReadFile } from 'contract/move-in/file'
import type { MoveSource } from 'contract/move-sources'
import { useState } from 'react'
import { errorText, isAuthError } from '../../api/client.ts'
import { useIsHere } from '../../ui/use-is-here.ts'
import { adminClient } from '../host/admin-api.ts'
import { type PickedFile, wholeFile } from '../host/platform.tsx'
import { useMoveRefresh } from './move-in.queries.ts'

/** A file on its way to the server; gone from here once the server has it. */
export type Entry = { key: number; name: string; problem?: string }

const UNREAD = 'This file could not be read. Please choose it again.'
const NO_REPLY = 'This file did not reach the server. Please choose it again.'
const OTHER_FORMATS: readonly (readonly [ending: RegExp, problem: string])[] = [
  [/\.xls$/i, 'This is an old Excel file. Save it as XLSX or CSV, and choose that.'],
  [/\.(numbers|ods|gsheet)$/i, 'Save this table as XLSX or CSV, and choose that.'],
  [/\.(pdf|docx?|png|jpe?g|webp)$/i, 'This is no table. Choose the export as XLSX or CSV.'],
  [/\.(mp4|mov|mkv|webm|avi)$/i, 'Videos go to Media, or become a course under Courses.'],
]

/** Says why a file is not sent at all. */
export function refusalOf({ name, size }: Pick<PickedFile, 'name' | 'size'>): string | undefined {
  if (size === 0) return 'This file is empty.'
  if (size > MOVE_IN_BYTES) return 'This file is larger than 20 MB. Split it, or export fewer columns.'
  return OTHER_FORMATS.find(([ending]) => ending.test(name))?.[1]
}

let keys = 0

/** Sends files one after the other. `onRead` receives the files that were read, if nothing was refused and the screen is still shown. */
export function useMoveFiles(source: MoveSource | undefined, onRead: (read: ReadFile[]) => void) {
  const [entries, setEntries] = useState<Entry[]>([])
  const here = useIsHere()
  const refresh = useMoveRefresh()
  const sending = entries.filter(({ problem }) => problem === undefined)
  const refuse = (key: number, problem: string) =>
    setEntries((now) => now.map((entry) => (entry.key === key ? { ...entry, problem } : entry)))
  const send = async (file: PickedFile, key: number): Promise<ReadFile | undefined> => {
    const refusal = refusalOf(file)
    if (refusal) return void refuse(key, refusal)
    const bytes = await wholeFile(file).catch(() => undefined)
    if (!bytes) return void refuse(key, UNREAD)
    try {
      const read = await adminClient.moveIn.start({ file: bytes, ...(source && { source }) })
      setEntries((now) => now.filter((entry) => entry.key !== key))
      await refresh()
      return read
    } catch (error) {
      refuse(key, isAuthError(error) ? NO_REPLY : errorText(error, NO_REPLY))
    }
  }
  return {
    entries,
    isSending: sending.length > 0,
    dismiss: (key: number) => setEntries((now) => now.filter((entry) => entry.key !== key)),
    async add(picking: Promise<PickedFile[]>) {
      // Systems put these files into every folder.
      const files = (await picking).filter(
        ({ name }) => !name.startsWith('.') && !/^(thumbs\.db|desktop\.ini)$/i.test(name),
      )
      const added = files.map((file) => ({ file, key: ++keys }))
      setEntries((now) => [...now, ...added.map(({ file: { name }, key }) => ({ key, name }))])
      const read: ReadFile[] = []
      for (const { file, key } of added) {
        const one = await send(file, key)
        if (one) read.push(one)
      }
      if (read.length > 0 && read.length === added.length && here.current) onRead(read)
    },
  }
}
