import { create } from 'zustand'
import { useSession } from './session.ts'

type Drafts = Readonly<Record<string, unknown>>
type Next<Draft> = Draft | undefined | ((now: Draft | undefined) => Draft | undefined)

const MOST = 50
const MOST_CHARACTERS = 200_000

/**
 * Stores the drafts of forms, by name, until they are sent: they outlive another screen, a reload, a dropped page, and an ended session.
 * The tab's storage holds them under `key` for the person that `writer` names. Never throws. Never for a password, a code, or a gateway's
 * key.
 */
export function draftsOf(key: () => string, writer: () => string | undefined) {
  const useDrafts = create<Drafts>(() => ({}))
  const erase = () => {
    try {
      sessionStorage.removeItem(key())
    } catch {}
  }
  const read = <Draft>(name: string) => useDrafts.getState()[name] as Draft | undefined
  const store = <Draft>(name: string, next: Next<Draft>) => {
    const { [name]: now, ...others } = useDrafts.getState()
    const draft = typeof next === 'function' ? (next as (now: unknown) => unknown)(now) : next
    const drafts: Drafts = draft === undefined ? others : { ...others, [name]: draft }
    useDrafts.setState(drafts, true)
    const of = writer()
    if (!of) return
    if (Object.keys(drafts).length === 0) return erase()
    // A list of many pages leaves no room for the others.
    const fitting = Object.entries(drafts).filter(([, one]) => JSON.stringify(one).length <= MOST_CHARACTERS)
    try {
      sessionStorage.setItem(
        key(),
        JSON.stringify({ drafts: JSON.stringify(Object.fromEntries(fitting.slice(-MOST))), of }),
      )
    } catch {}
  }
  return {
    read,
    keep: store,
    erase,
    /** Makes `of` the writer: restores their drafts of this tab, erases those of anybody else. Without `of` all wait. */
    open(of: string | undefined): void {
      let drafts: Drafts = {}
      try {
        const stored = JSON.parse(sessionStorage.getItem(key()) ?? '{}')
        if (stored.of === of) drafts = { ...JSON.parse(stored.drafts) }
        else if (of) erase()
      } catch {}
      useDrafts.setState(drafts, true)
    },
    forget(): void {
      useDrafts.setState({}, true)
      erase()
    },
    useDraft: <Draft>(name: string) =>
      [useDrafts((drafts) => drafts[name] as Draft | undefined), (next: Next<Draft>) => store(name, next)] as const,
  }
}

export type DraftStore = ReturnType<typeof draftsOf>

/** Drafts that are erased when the student leaves (`app/next-person.ts`). */
export const studentDrafts = draftsOf(
  () => 'lesson_drafts',
  () => useSession.getState().user?.user_id,
)

/** Drafts of anybody in this browser, signed in or not, until a student leaves. */
export const visitorDrafts = draftsOf(
  () => 'visitor_drafts',
  () => 'visitor',
)
