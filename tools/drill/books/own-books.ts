import { indianDay } from 'contract/indian-time'
import { enter } from '../money/papers-book.ts'
import type { Life } from '../money/papers-life.ts'

/** One movement of money, dated twice: its own moment, and the one at which the shop could know of it. */
export type Entry = {
  kind: 'receipt' | 'second' | 'back' | 'returned'
  way: 'gateway' | 'outside' | 'bank' | 'dispute'
  paise: number
  own: Date
  known: Date
}

const monthOf = (at: Date) => indianDay(at).slice(0, 7)

type Seen = { refunds: Set<string>; lost: Map<string, number>; bank: number }

export type OwnBooks = ReturnType<typeof openOwnBooks>

/**
 * The second account of a year: what the world did, by its own word. It reads no table of the shop, and has its own rule of months: money
 * belongs to the month of its own moment, unless that was closed before anybody knew of it.
 */
export function openOwnBooks() {
  const entries: Entry[] = []
  /** The moments at which months were closed. */
  const closed = new Map<string, Date>()
  /** Changes of the sum of all documents, by the month in which they were made. */
  const papers = new Map<string, number>()
  const seen = new Map<string, Seen>()
  const add = (entry: Entry) => entries.push(entry)
  const addPaper = (at: Date, paise: number) => papers.set(monthOf(at), (papers.get(monthOf(at)) ?? 0) + paise)

  /** Enters what changed in the world of an order since the last look. */
  function look({ world, book }: Life, now: Date): void {
    const before: Seen = seen.get(world.orderId) ?? { refunds: new Set(), lost: new Map(), bank: 0 }
    const at = { own: now, known: now }
    const done = new Set<string>()
    for (const { id, status, amountPaise: paise } of world.refunds) {
      if (status === 'processed') done.add(id)
      const [was, is] = [before.refunds.has(id), done.has(id)]
      if (is && !was) add({ kind: 'back', way: 'gateway', paise, ...at })
      if (was && !is) add({ kind: 'returned', way: 'gateway', paise, ...at })
    }
    // A transfer is dated by its day alone.
    const today = new Date(`${indianDay(now)}T00:00:00+05:30`)
    if (book.bank > before.bank)
      add({ kind: 'back', way: 'bank', paise: book.bank - before.bank, own: today, known: now })
    const sum = enter(book, world)
    for (const [id, paise] of book.lost) if (!before.lost.has(id)) add({ kind: 'back', way: 'dispute', paise, ...at })
    for (const [id, paise] of before.lost)
      if (!book.lost.has(id)) add({ kind: 'returned', way: 'dispute', paise, ...at })
    seen.set(world.orderId, { refunds: done, lost: new Map(book.lost), bank: book.bank })
    addPaper(now, sum - book.taxed)
    book.taxed = sum
  }

  /** The month in whose books an entry is. */
  function bookedIn({ own, known }: Entry): string {
    const at = closed.get(monthOf(own))
    return monthOf(at && at < known ? known : own)
  }

  /** Adds up the entries of a kind in a month, or those of one way. */
  const sum = (month: string, wanted: { kind: Entry['kind']; way?: Entry['way'] | undefined }) =>
    entries
      .filter(
        (entry) => bookedIn(entry) === month && entry.kind === wanted.kind && entry.way === (wanted.way ?? entry.way),
      )
      .reduce((all, { paise }) => all + paise, 0)

  return { entries, closed, papers, add, addPaper, look, bookedIn, sum }
}
