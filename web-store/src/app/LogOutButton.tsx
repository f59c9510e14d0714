import { t } from '../language/text.ts'
import { Button } from '../ui/Button.tsx'
import { useLogOut } from './use-log-out.ts'

export function LogOutButton() {
  const { isPending, logOut } = useLogOut()
  return (
    <Button variant="outline" busy={isPending} onClick={logOut}>
      {t('Log Out')}
    </Button>
  )
}
