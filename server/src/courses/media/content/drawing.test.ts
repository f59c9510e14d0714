import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDrawing } from './drawing.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-drawing-'))
})
afterAll(() => rm(folder, { recursive: true }))

const SVG = 'xmlns="http://www.w3.org/2000/svg"'
const XHTML = 'xmlns:h="http://www.w3.org/1999/xhtml"'
async function judge(svg: string): Promise<boolean> {
  const path = join(folder, 'a.svg')
  await writeFile(path, svg)
  return isDrawing(path)
}

test.each([
  [
    'a page that leads away',
    `<svg ${SVG} ${XHTML}><h:meta http-equiv="refresh" content="0;url=a"/></svg>`,
    /other kinds/,
  ],
  ['a form', `<svg ${SVG} ${XHTML}><h:form><h:input/></h:form></svg>`, /other kinds/],
  ['a namespace by escapes', `<svg ${SVG} xmlns:h="http://www.w3.org/1999/&#120;html"><h:p/></svg>`, /other kinds/],
  ['a namespace of a part', `<svg ${SVG}><g xmlns="http://www.w3.org/1999/xhtml"/></svg>`, /other kinds/],
  ['a style sheet that makes a page', `<?xml-stylesheet type="text/xsl" href="#a"?><svg ${SVG}/>`, /instructions/],
  ['an element that is no drawing', `<svg ${SVG}><video/></svg>`, /other kinds/],
  ['an animation of an address', `<svg ${SVG}><a><set attributeName="href" to="#a"/></a></svg>`, /other kinds/],
  ['a file beside it', `<svg ${SVG}><image href="page.html"/></svg>`, /other places/],
  ['a page as an image', `<svg ${SVG}><image href="data:image/svg+xml,a"/></svg>`, /other places/],
  ['a doctype with entities', `<!DOCTYPE svg [ ]><svg ${SVG}/>`, /entities/],
  ['half of it', `<svg ${SVG}><g><path d="M0 0"/>`, /cut off/],
  ['half a tag', `<svg ${SVG}><path d="M0 0`, /cut off/],
  ['groups without an end', `<svg ${SVG}>${'<g>'.repeat(2_000)}`, /in each other/],
  ['letters by their numbers', `<svg ${SVG}><text>${'&#65;'.repeat(30_000)}</text></svg>`, /by their numbers/],
])('a drawing with %s is refused', async (_, svg, reason) => {
  await expect(judge(svg)).rejects.toThrow(reason)
})

test.each([
  [
    'Inkscape',
    `<?xml version="1.0"?><svg ${SVG} xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"><sodipodi:namedview id="a"/><defs><linearGradient id="b"><stop/></linearGradient></defs><use xlink:href="#b"/></svg>`,
  ],
  [
    'Illustrator',
    `<?xml version="1.0" encoding="utf-8"?>\n<!-- Generator: Adobe Illustrator -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<svg ${SVG} xmlns:x="http://ns.adobe.com/x/1.0/"><style><![CDATA[.a{fill:red}]]></style><path class='a' d="M0 0"/></svg>`,
  ],
  [
    'Figma',
    `<svg ${SVG} fill="none"><rect/><image href="data:image/png;base64,AAAA"/><text>1 &gt; 0 &#2344;</text></svg>`,
  ],
])('a drawing of %s is accepted', async (_, svg) => {
  expect(await judge(svg)).toBe(true)
})
