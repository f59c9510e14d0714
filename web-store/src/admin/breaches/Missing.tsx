import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconInfoCircle } from '../../ui/secondary-icons.ts'

/** Names what a text still lacks; nothing for a full one. */
export function Missing({ of }: { of: readonly string[] }) {
  if (of.length === 0) return null
  return (
    <chakra.div
      display="flex"
      gap="2.5"
      alignItems="start"
      bg="buy.subtle"
      borderRadius="l2"
      px="3.5"
      py="3"
      textStyle="sm"
    >
      <Icon of={IconInfoCircle} size={20} />
      <p>
        <b>Still missing:</b> {of.join(', ')}. The form of the breach has a field for each.
      </p>
    </chakra.div>
  )
}
