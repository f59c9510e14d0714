import { kept } from '../first-page/kept.tsx'

/** What a course costs without its sale, below its price. Keyed by the end of the sale, for the browser keeps what the server wrote. */
export const SaleNote = kept(
  import.meta.env.SSR ? (await import('./SaleNote.tsx')).default : undefined,
  () => import('./SaleNote.tsx'),
)
