type Marked = { points: number | null; given: number }

/** Sums the points of criteria that have some; null where none does. */
export function pointsSum(marks: readonly Marked[]): { given: number; most: number } | null {
  const counted = marks.filter(({ points }) => points !== null)
  if (counted.length === 0) return null
  const most = counted.reduce((sum, { points }) => sum + (points ?? 0), 0)
  return { given: counted.reduce((sum, { given }) => sum + given, 0), most }
}

/** `7 of 10 points`; null where no criterion gives any. */
export function pointsText(marks: readonly Marked[]): string | null {
  const sum = pointsSum(marks)
  return sum && `${sum.given} of ${sum.most} ${sum.most === 1 ? 'point' : 'points'}`
}
