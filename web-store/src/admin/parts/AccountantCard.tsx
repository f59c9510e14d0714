import { MAX_PLAN_DAYS } from 'contract/parts/plan-parts'
import { copyText } from '../../shared/copy-text.ts'
import { useCopied } from '../../shared/use-copied.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { Card } from '../../ui/layout.tsx'
import { IconCopy } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { IconHelp } from '../host/admin-icons.ts'

const ABOUT = `Each part has its own invoice on the day it is paid, and its GST falls into that month. Plans end within ${MAX_PLAN_DAYS} days: over three months an invoice would fall due on each date, paid or not.`

const QUESTION = `Hello,

our shop sells courses in parts: 2 to 6 payments within ${MAX_PLAN_DAYS} days, without a mandate. Each part is an order of its own, with its own invoice on the day it is paid, so its GST falls into that month. A part that is not paid has no invoice: the access ends some days after its date.

Does that suit us, or should there be one invoice for the whole price at the start?

Thank you`

/** The question for the accountant, which stays on the screen: the answer is theirs. */
export function AccountantCard() {
  const { copied, say } = useCopied()
  const copy = async () => {
    if (await copyText(QUESTION)) say()
    else toast.error('Copying is not allowed here.')
  }
  return (
    <Card as="section" aria-label="Ask your accountant once" display="flex" gap="4" p={{ base: '4', md: '5' }}>
      <chakra.span
        display="grid"
        placeItems="center"
        flex="none"
        w="10"
        h="10"
        borderRadius="l2"
        bg="buy.subtle"
        color="buy.fg"
        aria-hidden
      >
        <Icon of={IconHelp} />
      </chakra.span>
      <chakra.div maxW="75ch">
        <chakra.h2 textStyle="h3" mb="1">
          Ask your accountant once
        </chakra.h2>
        <chakra.p color="fg.muted" mb="3">
          {ABOUT} Whether one invoice for the whole price at the start suits you better is your accountant’s word.
        </chakra.p>
        <Button size="sm" variant="outline" onClick={copy}>
          <Icon of={copied ? IconCheck : IconCopy} size={16} />
          <span aria-live="polite">{copied ? 'Copied' : 'Copy the question as an email'}</span>
        </Button>
      </chakra.div>
    </Card>
  )
}
