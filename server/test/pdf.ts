import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of all pages of a PDF, as a reader would copy it, with single spaces. */
export async function textOfPdf(bytes: Buffer): Promise<string> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 })
  const document = await task.promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    let text = ''
    let end: { x: number; y: number } | undefined
    for (const item of items) {
      if (!('str' in item)) continue
      const [x, y] = [Number(item.transform[4]), Number(item.transform[5])]
      // Runs of one line stand together; a gap or another line is a space.
      if (end && (Math.abs(y - end.y) > 3 || x - end.x > 1.5)) text += ' '
      text += item.str
      end = { x: x + item.width, y }
    }
    pages.push(text)
  }
  await task.destroy()
  return ` ${pages.join(' ').replace(/\s+/g, ' ')} `
}
