import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { Help } from '../forms/form-parts.tsx'
import { usePlatform } from '../host/platform.tsx'
import { CopyText } from '../lists/CopyText.tsx'
import { Mono } from '../lists/table-parts.tsx'

/** Settings that an AI assistant takes to read the shop. The key is not among them: it is shown once, when it is made. */
export default function DevelopersPart() {
  const { storeAddress } = usePlatform()
  const server = { type: 'http', url: storeAddress('/api/mcp'), headers: { Authorization: 'Bearer YOUR_KEY' } }
  const settings = JSON.stringify({ mcpServers: { shop: server } }, null, 2)
  return (
    <Card asChild>
      <section aria-labelledby="assistant-card">
        <chakra.div display="grid" gridTemplateColumns="minmax(0,1fr)" gap="3" px={{ base: '4', md: '5' }} py="3.5">
          <chakra.h2 id="assistant-card" textStyle="h3" fontSize="1.125rem">
            AI assistant
          </chakra.h2>
          <Help>
            An assistant on your computer, such as Claude Code or Cursor, can read your sales, orders, students and
            courses. Create a key with the usual set “Assistant, reading only”, and add these settings with that key.
          </Help>
          <chakra.div display="flex" flexWrap="wrap" gap="2.5" alignItems="start" bg="bg.muted" borderRadius="l2" p="3">
            <Mono flex="1 1 220px" whiteSpace="pre-wrap" overflowWrap="anywhere">
              {settings}
            </Mono>
            <CopyText text={settings} of="assistant settings" />
          </chakra.div>
        </chakra.div>
      </section>
    </Card>
  )
}
