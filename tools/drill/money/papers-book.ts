import type { Gstr1 } from '../../../server/src/serve/reports/gstr1/gstr1.ts'
import type { World } from './papers-world.ts'

/**
 * The second, independent account of an order: money in and out by the world's word alone. It knows neither notes nor lines, and the
 * shop's tables only through the documents that it is compared with.
 */
export type Book = {
  charged: number
  /** Transfers by bank, which only the shop's database has. */
  bank: number
  /** Taken by each lost dispute: at most what had not gone back then. */
  lost: Map<string, number>
  /** Last sum of its documents with tax, in paise. */
  taxed: number
}

export const newBook = (charged: number): Book => ({ charged, bank: 0, lost: new Map(), taxed: 0 })

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

/** Enters the world's present state; returns what the shop's documents must sum to. */
export function enter(book: Book, { refunds, disputes }: World): number {
  const back = () =>
    sum(refunds.map(({ status, amountPaise }) => (status === 'processed' ? amountPaise : 0))) +
    sum(book.lost.values()) +
    book.bank
  for (const { id, status, deductedPaise } of disputes) {
    if (status !== 'lost') book.lost.delete(id)
    else if (!book.lost.has(id)) {
      const taken = Math.min(deductedPaise ?? 0, book.charged - back())
      if (taken > 0) book.lost.set(id, taken)
    }
  }
  return book.charged - back()
}

/** Adds up a month's return: everything in it that was charged, less what went back. */
export function returnedValue({ b2b = [], b2cl = [], b2cs = [], nil, cdnr = [], cdnur = [] }: Gstr1): number {
  const rupees =
    sum(b2b.flatMap(({ inv }) => inv.map(({ val }) => val))) +
    sum(b2cl.flatMap(({ inv }) => inv.map(({ val }) => val))) +
    sum(b2cs.map(({ txval, iamt = 0, camt = 0, samt = 0 }) => txval + iamt + camt + samt)) +
    sum(nil?.inv.map(({ expt_amt }) => expt_amt) ?? []) +
    sum([...cdnr.flatMap(({ nt }) => nt), ...cdnur].map(({ ntty, val }) => (ntty === 'D' ? val : -val)))
  return Math.round(rupees * 100)
}
