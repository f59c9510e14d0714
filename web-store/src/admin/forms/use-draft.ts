import { useEffect, useRef, useState } from 'react'
import { shopNow } from '../../stores/shop-clock.ts'
import { type Draft, drafts } from './drafts.ts'

const REST_MS = 400

type Keeping<Values> = {
  /** Name of the draft, such as `course:reels`. */
  name: string
  /** True while there is something to keep; a draft of a form without changes is forgotten. */
  dirty: boolean
  read: () => Values
  etag: string | undefined
  file?: File | undefined
  /** Changes with everything that is typed. */
  version: unknown
}

/** Keeps what is typed whenever the typing rests. Answers when that was last; undefined while what is in the form now is not kept. */
export function useKeptDraft<Values>({ name, dirty, read, etag, file, version }: Keeping<Values>): number | undefined {
  const [kept, setKept] = useState<{ at: number; version: unknown; file: File | undefined }>()
  const values = useRef(read)
  values.current = read
  const hadDraft = useRef(false)
  const waits = useRef<() => void>(undefined)
  useEffect(() => {
    waits.current = undefined
    if (!dirty) {
      setKept(undefined)
      if (hadDraft.current) void drafts.remove(name)
      hadDraft.current = false
      return
    }
    hadDraft.current = true
    const keep = async () => {
      waits.current = undefined
      const draft: Draft<Values> = {
        values: values.current(),
        etag,
        kept_at: shopNow().getTime(),
        ...(file && { file }),
      }
      if (await drafts.write(name, draft)) setKept({ at: draft.kept_at, version, file })
    }
    waits.current = () => void keep()
    const timer = setTimeout(keep, REST_MS)
    return () => clearTimeout(timer)
  }, [name, dirty, etag, file, version])
  // Who leaves within that time has typed it, too.
  useEffect(() => () => waits.current?.(), [])
  return kept && kept.version === version && kept.file === file ? kept.at : undefined
}

/** The draft of an earlier time: undefined while it is looked for, null when there is none. */
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
