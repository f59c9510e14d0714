/** What `art/media.json` says of each file beside it, by file name. */
export interface MediaFacts {
  kind: 'image' | 'video'
  bytes: number
  /** Pixels. */
  width: number
  height: number
  /** Length of a video; null for a picture. */
  seconds: number | null
  /** Ground colour, `#RRGGBB`, shown while the file loads. */
  colour: string
  sha256: string
}

export type MediaManifest = Record<string, MediaFacts>
