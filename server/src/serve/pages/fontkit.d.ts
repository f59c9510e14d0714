/** The used part of fontkit, which has no types. Lengths are in units of the font. */
declare module 'fontkit' {
  type Path = {
    scale(x: number, y: number): Path
    translate(x: number, y: number): Path
    toSVG(): string
  }
  type Run = {
    glyphs: { path: Path }[]
    positions: { xAdvance: number; xOffset: number; yOffset: number }[]
  }
  /** The glyphs that a document embeds; PDFKit passes it the ids of a run. */
  export type Subset = { glyphs: number[]; includeGlyph(id: string | number): number }
  export type Font = {
    unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    characterSet: number[]
    createSubset(): Subset
    layout(text: string): Run
    getGlyph(id: number): { path: Path }
    getVariation(settings: Record<string, number>): Font
  }
  export function create(bytes: Buffer): Font
}
