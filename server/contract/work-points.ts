type Marked = { points: number | null; given: number }

/** `7 of 10 points` of the criteria that give points; null where none does. */
export function pointsText(marks: readonly Marked[]): string | null {
  const counted = marks.filter(({ points }) => points !== null)
  if (counted.length === 0) return null
  const most = counted.reduce((sum, { points }) => sum + (points ?? 0), 0)
  return `${counted.reduce((sum, { given }) => sum + given, 0)} of ${most} ${most === 1 ? 'point' : 'points'}`
}
