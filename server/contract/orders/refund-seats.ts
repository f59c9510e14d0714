import { allocate } from '../allocate.ts'

/**
 * Refundable parts of an order by line and seat, in integer paise. The lines are those of its invoice: one for each course, then what
 * belongs to no course, such as the rounding up to the gateway's minimum. Seat 0 of a course is the buyer's own.
 */
export type SoldSeat = {
  line: number
  seat: number
  /** The seat's charge by line. */
  parts: readonly number[]
}

export type SeatLeft<S extends SoldSeat = SoldSeat> = S & {
  /** The seat's refundable rest, by line and in sum. */
  left: number[]
  paise: number
}

/**
 * Splits an order's charge over its seats. `charged` is by line, to the paisa; `weights` are the seats' relative costs
 * within each line. The parts of all seats add up to `charged`.
 */
export function soldSeats(charged: readonly number[], weights: readonly (readonly number[])[]): SoldSeat[] {
  const courses = weights.map((seats, line) => allocate(charged[line] ?? 0, seats))
  const all = courses.flatMap((seats, line) => seats.map((paise, seat) => ({ line, seat, paise })))
  const further = charged.slice(weights.length).map((paise) =>
    allocate(
      paise,
      all.map((one) => one.paise),
    ),
  )
  return all.map(({ line, seat, paise }, at) => ({
    line,
    seat,
    parts: charged.map((_, index) =>
      index === line ? paise : index < weights.length ? 0 : (further[index - weights.length]?.[at] ?? 0),
    ),
  }))
}

/**
 * Computes the rest of unrefunded seats: the rest of each line, shared by their charges. Seats selected by `stays`,
 * which refunded sums must not make cheaper, keep their part while there is enough; `free` is the rest by line. The
 * seats hold the whole rest, unless nothing was charged for them.
 */
export function seatsLeft<S extends SoldSeat>(
  left: readonly number[],
  seats: readonly S[],
  stays: (seat: S) => boolean,
): { seats: SeatLeft<S>[]; free: number[] } {
  const shares = (of: readonly S[], line: number, paise: number) =>
    allocate(
      paise,
      of.map(({ parts }) => parts[line] ?? 0),
    )
  const stored = seats.filter(stays)
  const others = seats.filter((seat) => !stays(seat))
  const charged = left.map((_, line) => sum(stored.map(({ parts }) => parts[line] ?? 0)))
  const held = left.map((paise, line) => Math.min(paise, charged[line] ?? 0))
  const free = left.map((paise, line) => paise - (held[line] ?? 0))
  const byLine = left.map((_, line) => [
    ...shares(stored, line, held[line] ?? 0),
    ...shares(others, line, free[line] ?? 0),
  ])
  const all = [...stored, ...others].map((seat, at) => {
    const own = byLine.map((line) => line[at] ?? 0)
    return { ...seat, left: own, paise: sum(own) }
  })
  return { seats: all, free }
}

/** Splits a sum over the lines: over their free part, and any excess over the rest. At most the sum of `left`. */
export function splitOf(paise: number, free: readonly number[], left: readonly number[]): number[] {
  const first = Math.min(paise, sum(free))
  const rest = allocate(
    Math.min(paise, sum(left)) - first,
    left.map((line, index) => line - (free[index] ?? 0)),
  )
  return allocate(first, free).map((share, line) => share + (rest[line] ?? 0))
}

/** Limits the wanted amount of each line to its rest; other lines cover the difference, so that the sum stays. */
export function fitted(wanted: readonly number[], left: readonly number[]): number[] {
  const there = left.map((paise, line) => Math.min(paise, wanted[line] ?? 0))
  const over = left.map((paise, line) => paise - (there[line] ?? 0))
  const missing = allocate(Math.min(sum(wanted) - sum(there), sum(over)), over)
  return there.map((paise, line) => paise + (missing[line] ?? 0))
}

/** Subtracts refunds from `charged` by line. One without lines is taken from the rest of all. */
export function linesLeft(
  charged: readonly number[],
  back: readonly { paise: number; lines: readonly number[] | null }[],
): number[] {
  return back.reduce<number[]>(
    (left, { paise, lines }) => {
      const gone = lines ? fitted(lines, left) : splitOf(paise, left, left)
      return left.map((line, index) => line - (gone[index] ?? 0))
    },
    [...charged],
  )
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
