import type { SalesPage } from 'contract/courses/sales-page'
import { type PageFacts, type ShownBlock, spoken } from 'contract/pages/blocks'
import { language } from '../../language/language.ts'
import { OneBlock } from '../../shared/blocks/PageBlocks.tsx'

/** A block between the sections of a sales page; nothing of one without content. */
export default function SalesBlock({ id, page: { sections, facts } }: { id: string; page: SalesPage }) {
  const section = sections[id]
  if (!section || !facts) return null
  const block = { id, type: section.type, settings: spoken(section.settings, language) } as unknown as ShownBlock
  return <OneBlock block={block} facts={facts as PageFacts} />
}
