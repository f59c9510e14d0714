/**
 * Where a lesson that is moved comes to stand, and in which section: that of the lesson whose place it takes. A step over the border of a
 * section changes the section alone.
 */
export function movedTo(sections: readonly string[], from: number, to: number): { place: number; section: string } {
  const [own = '', section = ''] = [sections[from], sections[to]]
  const step = Math.abs(to - from) === 1 && section !== own
  return { place: step ? from : to, section }
}

/** The places of the lessons that stand with the one at `place` under its heading. */
export function placesOfSection(sections: readonly string[], place: number): number[] {
  const isOwn = (at: number) => sections[at] === sections[place]
  let [first, last] = [place, place]
  while (first > 0 && isOwn(first - 1)) first -= 1
  while (last < sections.length - 1 && isOwn(last + 1)) last += 1
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
