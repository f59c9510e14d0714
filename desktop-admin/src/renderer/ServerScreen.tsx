import { type FormEvent, useState } from 'react'
import { Button } from 'web-store/ui/Button.tsx'
import { chakra } from 'web-store/ui/chakra.ts'
import { Field } from 'web-store/ui/Field.tsx'
import { Card, Wrap } from 'web-store/ui/layout.tsx'
import { H1 } from 'web-store/ui/text.tsx'
import type { BadCertificate as Bad, DesktopBridge, ServerRefusal } from '../bridge.ts'
import { BadCertificate } from './BadCertificate.tsx'

const problems: Record<ServerRefusal, string> = {
  invalid: 'That is not the address of a shop. It looks like shop.example.com',
  insecure: 'The address must begin with https://. Only a shop on this computer may do without.',
  unreachable: 'Nothing answers there. Check the address and your connection, then try again.',
  not_a_shop: 'Something answers there, but it is not a SkillHaat shop.',
  certificate: 'The shop’s certificate is not valid, so nothing was sent there.',
  not_kept: 'The shop answers, but this computer could not note its address. Make room on its disk, then try again.',
}

/** Explains the form of the address, and `http://` before it is sent. */
function hintFor(typed: string): string {
  const isPlain = /^\s*http:\/\//i.test(typed) && !/^\s*http:\/\/(localhost|127\.|\[::1\])/i.test(typed)
  return isPlain
    ? 'Leave out http://. The app connects over https, and over http only to a shop on this computer.'
    : 'For example shop.example.com, without /admin. https:// is added for you.'
}

type Props = { desktop: DesktopBridge; present: string | null; onChosen: () => void; onCancel?: () => void }

/** Asks for the shop's address: at the first start, and from the menu. */
export function ServerScreen({ desktop, present, onChosen, onCancel }: Props) {
  const [address, setAddress] = useState(present ?? '')
  const [problem, setProblem] = useState<string>()
  const [certificate, setCertificate] = useState<Bad>()
  const [busy, setBusy] = useState(false)

  const choose = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    setCertificate(undefined)
    const choice = await desktop.chooseServer(address).catch(() => ({ refused: 'invalid' as const }))
    setBusy(false)
    if (!('refused' in choice)) return onChosen()
    setProblem(problems[choice.refused])
    if ('certificate' in choice) setCertificate(choice.certificate)
  }
  return (
    <Wrap size="form" py={{ base: '10', md: '20' }}>
      <Card padded display="grid" gap="5" maxW="480px" mx="auto">
        <H1>Which shop?</H1>
        <chakra.p color="fg.muted">The address at which your shop is open to visitors.</chakra.p>
        <chakra.form display="grid" gap="5" noValidate onSubmit={choose} aria-busy={busy || undefined}>
          <Field
            label="Address of the shop"
            placeholder="shop.example.com"
            help={hintFor(address)}
            inputMode="url"
            autoComplete="url"
            autoFocus
            required
            spellCheck={false}
            readOnly={busy}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            error={problem}
          />
          {certificate && <BadCertificate of={certificate} />}
          <chakra.div display="flex" gap="3" flexWrap="wrap">
            <Button type="submit" busy={busy} busyText="Checking...">
              Connect
            </Button>
            {onCancel && (
              <Button variant="ghost" onClick={onCancel}>
                Stay on this shop
              </Button>
            )}
          </chakra.div>
        </chakra.form>
      </Card>
    </Wrap>
  )
}
