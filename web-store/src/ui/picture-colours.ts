import { useQueryClient } from '@tanstack/react-query'
import { groundFor } from './colour.ts'

/** Where the page's picture colours are kept, beside the answers it was rendered with. */
export const PICTURE_COLOURS = ['picture-colours'] as const

/** Colour of the box a picture will fill: what the server measured, else a steady one of ours. `#rrggbb`. */
export function usePictureColour(src: string): string {
  const known = useQueryClient().getQueryData<Record<string, string>>(PICTURE_COLOURS)?.[src]
  return known && /^#[0-9a-f]{6}$/i.test(known) ? known : groundFor(src)
}
