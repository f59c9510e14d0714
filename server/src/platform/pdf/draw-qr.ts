type Square = { x: number; y: number; size: number; colour: string }

/** Draws a code to scan as one path: a rectangle for each run of dark modules in a row. */
export function drawQr(doc: PDFKit.PDFDocument, modules: boolean[][], { x, y, size, colour }: Square): void {
  const side = size / modules.length
  modules.forEach((row, line) => {
    for (let from = 0; from < row.length; from += 1) {
      if (!row[from]) continue
      let to = from
      while (row[to]) to += 1
      doc.rect(x + from * side, y + line * side, (to - from) * side, side)
      from = to
    }
  })
  doc.fill(colour)
}
