import type { ReactNode } from 'react'

type Ahead = { PreparingAhead: (props: { id: string; name: string }) => ReactNode }

const [found] = Object.values(import.meta.glob<Ahead>('../*/PreparingAhead.tsx', { eager: true }))

/** Shows the processing of a file that is still uploading; nothing where browsers process none. */
export const PreparingAhead = found?.PreparingAhead ?? (() => null)
