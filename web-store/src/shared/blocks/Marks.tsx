import type { ShownSettings } from 'contract/pages/blocks'
import type { ReactNode } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Wrap } from '../../ui/layout.tsx'
import { H2 } from '../../ui/text.tsx'
import { textsWithKeys } from '../../ui/with-keys.ts'
import { PageLink } from './PageLink.tsx'

const Prose = chakra('div', {
  base: {
    maxW: '70ch',
    overflowWrap: 'anywhere',
    '& h3': { textStyle: 'h3', mt: '7', mb: '2' },
    '& p': { mt: '3', whiteSpace: 'pre-line' },
    '& ul': { mt: '3', ps: '5', listStyle: 'disc', display: 'grid', gap: '1.5' },
    '& a': { fontWeight: '550', textDecoration: 'underline', textUnderlineOffset: '3px' },
  },
})

/** `**bold**` and `[label](address)`. */
const INLINE = /\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^()\s]+)\)/g

function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const found of text.matchAll(INLINE)) {
    const [whole, bold, label = '', to = ''] = found
    parts.push(text.slice(end, found.index))
    const key = found.index
    parts.push(
      bold ? (
        <b key={key}>{bold}</b>
      ) : (
        <PageLink key={key} to={to}>
          {label}
        </PageLink>
      ),
    )
    end = found.index + whole.length
  }
  return [...parts, text.slice(end)]
}

function Paragraph({ text }: { text: string }) {
  if (text.startsWith('## ')) return <h3>{inline(text.slice(3))}</h3>
  const lines = text.split('\n')
  if (!lines.every((line) => line.startsWith('- '))) return <p>{inline(text)}</p>
  return (
    <ul>
      {textsWithKeys(lines).map(({ key, entry }) => (
        <li key={key}>{inline(entry.slice(2))}</li>
      ))}
    </ul>
  )
}

/** A text of paragraphs, headings, lists, bold words and links. */
export default function Marks({ settings: { heading, marks } }: { settings: ShownSettings['text'] }) {
  const blocks = marks
    .replace(/^(## .*)\n/gm, '$1\n\n')
    .split(/\n\s*\n|\n(?=## )/)
    .map((block) => block.trim())
    .filter(Boolean)
  return (
    <Wrap size="narrow">
      {heading && <H2 overflowWrap="anywhere">{heading}</H2>}
      <Prose>
        {textsWithKeys(blocks).map(({ key, entry }) => (
          <Paragraph key={key} text={entry} />
        ))}
      </Prose>
    </Wrap>
  )
}
