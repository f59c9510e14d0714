import type { LinkResult } from 'contract/courses/link-check'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconAlertTriangle, IconCircleCheck } from '../../ui/secondary-icons.ts'

/** Shows the result of a link check. */
export function LinkState({ result }: { result: LinkResult | undefined }) {
  if (!result) return null
  const good = result.result === 'ok'
  return (
    <chakra.p
      display="flex"
      gap="1.5"
      alignItems="start"
      mt="1"
      textStyle="sm"
      color={good ? (result.framed === false ? 'buy.fg' : 'success.fg') : 'danger.fg'}
    >
      <Icon of={good && result.framed !== false ? IconCircleCheck : IconAlertTriangle} size={16} />
      <span>{result.reason}</span>
    </chakra.p>
  )
}
