/** A row of lessons as the form keeps it; one that is not saved yet has no `lesson_id`. */
export type Row = { id: string; lesson_id: string }

type SteadyRows = { rows: readonly Row[]; ids: readonly string[] }

/**
 * The ids of the rows that are there now. A save gives all of them new ones: a lesson keeps the id that it was shown under, and a new lesson, which
 * is known by nothing else, the one of its place.
 */
export function steadyIds(before: SteadyRows, rows: readonly Row[]): string[] {
  const places = new Map(before.rows.map(({ id }, place) => [id, place]))
  const allNew = !rows.some(({ id }) => places.has(id))
  const placeOf = ({ id, lesson_id }: Row, place: number) => {
    if (!allNew) return places.get(id)
    const same = before.rows.findIndex((row) => row.lesson_id !== '' && row.lesson_id === lesson_id)
    if (same >= 0) return same
    return before.rows[place]?.lesson_id === '' ? place : undefined
  }
  return rows.map((row, place) => {
    const known = placeOf(row, place)
    return (known === undefined ? undefined : before.ids[known]) ?? row.id
  })
}
