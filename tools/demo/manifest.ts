/** The entry of each file in `art/media.json`, by file name. */
export interface MediaFacts {
  kind: 'image' | 'video'
  bytes: number
  /** Pixels. */
  width: number
  height: number
  /** Length of a video; null for an image. */
  seconds: number | null
  /** Ground colour, `#RRGGBB`, shown while the file loads. */
  colour: string
  sha256: string
}

export type MediaManifest = Record<string, MediaFacts>
