import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { H3 } from '../../ui/text.tsx'
import { usePlatform } from '../host/platform.tsx'
import { CopyText } from '../lists/CopyText.tsx'
import { Mono } from '../lists/table-parts.tsx'

/** Recovery codes that are shown this once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { saveFile } = usePlatform()
  const text = codes.join('\n')
  return (
    <Card padded display="grid" gap="3.5" role="status">
      <H3 as="h2">Save your recovery codes</H3>
      <p>
        If you lose your phone or passkey, a recovery code lets you in. Each works once. We show them only now: print
        them or write them down.
      </p>
      <chakra.ul
        aria-label="Recovery codes"
        listStyleType="none"
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}
        gap="1.5"
      >
        {codes.map((code) => (
          <li key={code}>
            <Mono>{code}</Mono>
          </li>
        ))}
      </chakra.ul>
      <chakra.div display="flex" flexWrap="wrap" gap="2.5">
        <CopyText text={text} of="recovery codes" />
        <Button
          variant="outline"
          size="sm"
          onClick={() => void saveFile('recovery-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))}
        >
          Download
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          I have saved them
        </Button>
      </chakra.div>
    </Card>
  )
}
