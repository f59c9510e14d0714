import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { CopyText } from '../lists/CopyText.tsx'
import { Mono } from '../lists/table-parts.tsx'

/** A password that is shown this once. */
export function OneTimePassword({
  email,
  password,
  onClose,
}: {
  email: string
  password: string
  onClose: () => void
}) {
  return (
    <Card padded display="grid" gap="3" role="status">
      <p>
        One-time password for <b>{email}</b>. We show it only once. Share it with them; they choose their own password
        at the first login.
      </p>
      <chakra.div display="flex" gap="2.5" alignItems="center" flexWrap="wrap">
        <Mono fontSize="1rem">{password}</Mono>
        <CopyText text={password} of="one-time password" />
        <Button variant="ghost" size="sm" onClick={onClose}>
          Done
        </Button>
      </chakra.div>
    </Card>
  )
}
