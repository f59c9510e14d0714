import type { ComponentType } from 'react'
import { type LaterOptions, later, type PartFile } from './later.tsx'

type Found<Props> = PartFile<Props> | (() => Promise<PartFile<Props>>)

/**
 * Creates a place that features fill, as `slot<Props>(import.meta.glob(PATTERN))`: it shows the default export of each file that the pattern
 * finds, in the order of their paths, and nothing without any. The compiler checks every file against the props (`src/slots.ts`).
 */
export function slot<Props extends object = object>(
  files: Readonly<Record<string, unknown>>,
  options?: LaterOptions<Props>,
): ComponentType<Props> & { filled: boolean } {
  const parts = Object.entries(files as Record<string, Found<Props>>).map(([file, found]) => ({
    file,
    Part: typeof found === 'function' ? later(found, options) : found.default,
  }))
  const Slot = (props: Props) => parts.map(({ file, Part }) => <Part key={file} {...props} />)
  return Object.assign(Slot, { filled: parts.length > 0 })
}
