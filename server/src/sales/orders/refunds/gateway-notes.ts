import { z } from 'zod'
import type { OrderLineRow } from '../orders.queries.ts'
import type { RefundSeat } from './refund-seats.queries.ts'
import type { RefundRow } from './refunds.queries.ts'

/** The gateway stores 15 notes of 256 characters with a refund. */
const MOST_CHARACTERS = 256
const MOST_PARTS = 10

/** Decisions about a refund that no other row of the gateway or the shop contains. */
export type RefundFacts = Pick<RefundRow, 'origin' | 'reason' | 'redeemed' | 'lines'> & { seats: RefundSeat[] }

type Line = Pick<OrderLineRow, 'course_id' | 'bundle_id'>

/**
 * Writes a refund's facts as notes of its gateway refund, from which a restored database reads them back. Seats and lines are one text in
 * parts, by the positions of the order's lines; a text that is too long leaves out the split over the lines, then the seats.
 */
export function notesOf(
  { refund_id, order_id, origin, reason, redeemed, lines }: RefundRow,
  seats: readonly RefundSeat[],
  orderLines: readonly Line[],
): { refund_id: string; order_id: string } & Record<string, string> {
  const notes: { refund_id: string; order_id: string } & Record<string, string> = { refund_id, order_id, origin }
  if (redeemed) notes.redeemed = redeemed
  if (reason) notes.reason = plainText(reason)
  const picked = seatsText(seats, orderLines)
  const texts = [`1;${picked};${linesText(lines)}`, `1;${picked};`, '']
  const text = texts.find((one) => one.length <= MOST_PARTS * MOST_CHARACTERS) ?? ''
  for (let part = 0; part * MOST_CHARACTERS < text.length; part++)
    notes[`parts_${part + 1}`] = text.slice(part * MOST_CHARACTERS, (part + 1) * MOST_CHARACTERS)
  return notes
}

/** Reads the facts of a gateway refund that this shop made; undefined without them, as of a refund of the gateway's dashboard. */
export function readNotes(
  notes: Readonly<Record<string, string>>,
  orderLines: readonly Line[],
): RefundFacts | undefined {
  const origin = z.enum(['admin', 'duplicate_payment']).safeParse(notes.origin).data
  if (!origin) return undefined
  const redeemed = z.enum(['keep', 'take']).safeParse(notes.redeemed).data ?? null
  let text = ''
  for (let part = 1; part <= MOST_PARTS; part++) text += notes[`parts_${part}`] ?? ''
  const [version, picked = '', split = ''] = text.split(';')
  const isKnown = version === '1'
  return {
    origin,
    redeemed,
    reason: notes.reason || null,
    seats: isKnown ? readSeats(picked, orderLines) : [],
    lines: isKnown ? readLines(split) : null,
  }
}

/** Leaves out characters beyond the basic plane, such as emoji, which not every system of a bank stores. */
const plainText = (text: string) => text.replace(/[\u{10000}-\u{10FFFF}]/gu, '').slice(0, MOST_CHARACTERS)

/** The buyer's own seat is of a course, a gift of what was chosen: a course or a whole bundle. */
const soldAs = (line: Line | undefined, seat: number) =>
  seat === 0 ? line?.course_id : (line?.bundle_id ?? line?.course_id)

/** `0.0,2.1-3`: the buyer's own seat of the first line, and gifts 1 to 3 of the third. */
function seatsText(seats: readonly RefundSeat[], orderLines: readonly Line[]): string {
  const numbered = seats.map(({ course_id, seat }) => {
    return { seat, line: orderLines.findIndex((line) => soldAs(line, seat) === course_id) }
  })
  const runs: { line: number; from: number; to: number }[] = []
  for (const { line, seat } of numbered.toSorted((a, b) => a.line - b.line || a.seat - b.seat)) {
    const last = runs.at(-1)
    // Own seats and gifts of a line may be of different things.
    if (last?.line === line && last.to === seat - 1 && last.from > 0) last.to = seat
    else runs.push({ line, from: seat, to: seat })
  }
  return runs.map(({ line, from, to }) => `${line}.${from === to ? from : `${from}-${to}`}`).join(',')
}

const MOST_SEATS = 1_000

function readSeats(text: string, orderLines: readonly Line[]): RefundSeat[] {
  return [...text.matchAll(/(\d+)\.(\d+)(?:-(\d+))?/g)].flatMap(([, line, from, to = from]) => {
    const count = Math.min(Number(to) - Number(from) + 1, MOST_SEATS)
    return Array.from({ length: Math.max(0, count) }, (_, at) => Number(from) + at).flatMap((seat) => {
      const course_id = soldAs(orderLines[Number(line)], seat)
      return course_id === undefined ? [] : [{ course_id, seat }]
    })
  })
}

/** `3:0.8vu.1`: of three lines of the invoice the first has paise and seats, in base 36. */
const linesText = (lines: RefundRow['lines']): string =>
  lines === null
    ? ''
    : `${lines.length}:${lines
        .flatMap(({ paise, seats }, at) => (paise + seats > 0 ? `${at}.${paise.toString(36)}.${seats}` : []))
        .join(',')}`

function readLines(text: string): RefundRow['lines'] {
  const [count, split] = text.split(':')
  if (split === undefined || !/^\d{1,5}$/.test(count ?? '')) return null
  const lines = Array.from({ length: Number(count) }, () => ({ paise: 0, seats: 0 }))
  for (const [, at, paise = '', seats] of split.matchAll(/(\d+)\.([0-9a-z]+)\.(\d+)/g))
    if (lines[Number(at)]) lines[Number(at)] = { paise: Number.parseInt(paise, 36), seats: Number(seats) }
  return lines
}
