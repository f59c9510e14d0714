import { type FormEvent, useEffect, useState } from 'react'
import { Button } from 'web-store/ui/Button.tsx'
import { chakra } from 'web-store/ui/chakra.ts'
import { Field } from 'web-store/ui/Field.tsx'
import { Card, Wrap } from 'web-store/ui/layout.tsx'
import { H1 } from 'web-store/ui/text.tsx'
import type { BadCertificate as Bad, DesktopBridge, ServerRefusal, ShopFound } from '../bridge.ts'
import { BadCertificate } from './BadCertificate.tsx'
import { ShopTile } from './ShopList.tsx'

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

/** Rest of the typing before the address is checked. */
const REST_MS = 600

/** Checks an address while it is typed. A half typed one is no mistake, so only a found shop shows. */
function useFoundShop(desktop: DesktopBridge, address: string): ShopFound | undefined {
  const [found, setFound] = useState<ShopFound>()
  useEffect(() => {
    setFound(undefined)
    const isWhole = /[\w\]](\.\w{2,}|:\d{2,5})\/?\s*$|localhost/.test(address)
    if (!isWhole) return
    let isOver = false
    const timer = setTimeout(async () => {
      const answer = await desktop.checkShop(address).catch(() => undefined)
      if (!isOver && answer && 'name' in answer) setFound(answer)
    }, REST_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [desktop, address])
  return found
}

type Props = { desktop: DesktopBridge; isFirst: boolean; onChosen: () => void; onCancel?: () => void }

/** Asks for the address of a shop: at the first start, and to add another one. */
export function ServerScreen({ desktop, isFirst, onChosen, onCancel }: Props) {
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string>()
  const [certificate, setCertificate] = useState<Bad>()
  const [busy, setBusy] = useState(false)
  const found = useFoundShop(desktop, address)

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
      <Card padded display="grid" gap="5" maxW="520px" mx="auto">
        <H1>{isFirst ? 'Which shop?' : 'Add a shop'}</H1>
        <chakra.form method="post" display="grid" gap="5" noValidate onSubmit={choose} aria-busy={busy || undefined}>
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
            onChange={(event) => {
              setAddress(event.target.value)
              setProblem(undefined)
            }}
            error={problem}
          />
          {certificate && <BadCertificate of={certificate} />}
          <chakra.div role="status">
            {found && (
              <chakra.div
                display="flex"
                alignItems="center"
                gap="3.5"
                p="3"
                borderWidth="1px"
                borderColor="success.muted"
                bg="success.subtle"
                borderRadius="l2"
                lineHeight="1.35"
              >
                <ShopTile {...found} />
                <chakra.span minW="0">
                  <chakra.b display="block" overflowWrap="anywhere">
                    {found.name}
                  </chakra.b>
                  <chakra.span textStyle="sm" color="success.fg">
                    {found.address.startsWith('https:') ? 'Found. Safe connection' : 'Found on this computer'}
                    {found.version && `, version ${found.version}`}
                  </chakra.span>
                </chakra.span>
              </chakra.div>
            )}
          </chakra.div>
          <chakra.div display="flex" gap="3" flexWrap="wrap">
            <Button type="submit" busy={busy} busyText="Checking...">
              {found ? `Log in to ${found.name}` : 'Connect'}
            </Button>
            {onCancel && (
              <Button variant="ghost" onClick={onCancel}>
                Cancel
              </Button>
            )}
          </chakra.div>
        </chakra.form>
      </Card>
    </Wrap>
  )
}
