import { useEffect, useRef, useState } from 'react'
import { shopNow } from '../../stores/shop-clock.ts'
import { inOpenStore, openStore } from '../host/in-store.ts'
import { nameHere } from '../host/shop-here.ts'

/**
 * A draft in the browser's database, images included: a crash, a login or a closed window loses nothing. No function here
 * throws; without a database there are no drafts.
 */
export type Draft<Values> = {
  values: Values
  /** Version of what the draft began with; undefined for something new. */
  etag: string | undefined
  /** The stored thing that the draft began with; drafts of earlier releases have none. */
  base?: unknown
  /** Milliseconds since 1970. */
  kept_at: number
  file?: File
}

/** Names the draft of one section of a course; earlier releases stored the whole form without it. */
export const courseDraft = (courseId: string, section?: string): string =>
  section ? `course:${courseId}:${section}` : `course:${courseId}`
export const lessonsDraft = (courseId: string): string => `content:${courseId}`

/** The event of the window after a draft was stored or removed. */
const DRAFTS_CHANGED = 'skillhaat-drafts'

const PLACE = { name: 'skillhaat-admin', store: 'drafts' }

async function inDrafts<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await openStore(PLACE)
    const result = await inOpenStore(database, PLACE, mode, act).finally(() => database.close())
    if (mode === 'readwrite') globalThis.dispatchEvent?.(new Event(DRAFTS_CHANGED))
    return result
  } catch {
    return undefined
  }
}

export const drafts = {
  read: async <Values>(name: string): Promise<Draft<Values> | undefined> =>
    ((await inDrafts('readonly', (store) => store.get(nameHere(name)))) ??
      // An earlier release stored drafts without the shop's name.
      (await inDrafts('readonly', (store) => store.get(name)))) as Draft<Values> | undefined,

  /** Returns true if the draft was stored. */
  write: async <Values>(name: string, draft: Draft<Values>): Promise<boolean> =>
    (await inDrafts('readwrite', (store) => {
      store.delete(name)
      return store.put(draft, nameHere(name))
    })) !== undefined,

  /** Returns those of the names that have a draft. */
  among: async (names: readonly string[]): Promise<string[]> => {
    const stored = new Set(await inDrafts('readonly', (store) => store.getAllKeys()))
    return names.filter((name) => stored.has(nameHere(name)))
  },

  remove: async (name: string): Promise<void> =>
    void (await inDrafts('readwrite', (store) => {
      store.delete(name)
      return store.delete(nameHere(name))
    })),
}

const REST_MS = 400

type DraftSaving<Values> = {
  /** Name of the draft, such as `course:reels`. */
  name: string
  /** True while the form has changes; without any, its draft is deleted. */
  dirty: boolean
  read: () => Values
  etag: string | undefined
  base?: unknown
  file?: File | undefined
  /** Changes with everything that is typed. */
  version: unknown
}

/** Stores a draft whenever typing pauses. Returns its time; undefined while the form has newer edits. */
export function useStoredDraft<Values>({
  name,
  dirty,
  read,
  etag,
  base,
  file,
  version,
}: DraftSaving<Values>): number | undefined {
  const [stored, setStored] = useState<{ at: number; version: unknown; file: File | undefined }>()
  const values = useRef(read)
  values.current = read
  const hasDraft = useRef(false)
  const waits = useRef<() => void>(undefined)
  useEffect(() => {
    waits.current = undefined
    if (!dirty) {
      setStored(undefined)
      if (hasDraft.current) void drafts.remove(name)
      hasDraft.current = false
      return
    }
    hasDraft.current = true
    let present = true
    const save = async () => {
      waits.current = undefined
      const draft: Draft<Values> = {
        values: values.current(),
        etag,
        base,
        kept_at: shopNow().getTime(),
        ...(file && { file }),
      }
      if (!(await drafts.write(name, draft))) return
      if (present) setStored({ at: draft.kept_at, version, file })
      // The changes were saved while their draft was being stored.
      else if (!hasDraft.current) await drafts.remove(name)
    }
    waits.current = () => void save()
    const timer = setTimeout(save, REST_MS)
    return () => {
      present = false
      clearTimeout(timer)
    }
  }, [name, dirty, etag, base, file, version])
  // Edits of the last moment are stored on leaving.
  useEffect(() => () => waits.current?.(), [])
  return stored && stored.version === version && stored.file === file ? stored.at : undefined
}

/** Returns those of the names that have a draft, as drafts are stored and removed. */
export function useDraftsAmong(names: readonly string[]): ReadonlySet<string> {
  const [found, setFound] = useState<ReadonlySet<string>>(new Set())
  const all = names.join('\n')
  useEffect(() => {
    const read = () => void drafts.among(all.split('\n')).then((some) => setFound(new Set(some)))
    read()
    addEventListener(DRAFTS_CHANGED, read)
    return () => removeEventListener(DRAFTS_CHANGED, read)
  }, [all])
  return found
}

/** Returns the stored draft; undefined while it loads, null without one. */
export function useEarlierDraft<Values>(name: string): Draft<Values> | null | undefined {
  const [found, setFound] = useState<{ name: string; draft: Draft<Values> | null }>()
  useEffect(() => {
    let here = true
    void drafts.read<Values>(name).then((draft) => here && setFound({ name, draft: draft ?? null }))
    return () => {
      here = false
    }
  }, [name])
  return found?.name === name ? found.draft : undefined
}
