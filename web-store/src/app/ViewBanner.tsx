import { rich } from '../language/rich.tsx'
import { t } from '../language/text.ts'
import { useSession } from '../stores/session.ts'
import { Button } from '../ui/Button.tsx'
import { chakra } from '../ui/chakra.ts'
import { Icon } from '../ui/Icon.tsx'
import { Wrap } from '../ui/layout.tsx'
import { IconEye } from '../ui/secondary-icons.ts'
import { useLogOut } from './use-log-out.ts'

/** Shows a banner above all pages of a read-only view: the student's name, and the exit. */
export default function ViewBanner() {
  const user = useSession((state) => state.user)
  const { isPending, logOut } = useLogOut()
  return (
    <chakra.aside
      aria-label={t('Read-only view')}
      data-stage
      position="sticky"
      top="0"
      zIndex="6"
      bg="stage"
      color="stage.fg"
      borderBottomWidth="1px"
      borderColor="stage.border"
    >
      <Wrap display="flex" alignItems="center" flexWrap="wrap" gap="2" columnGap="4" py="2">
        <chakra.p flex="1 1 220px" display="flex" alignItems="center" gap="2.5" overflowWrap="anywhere">
          <Icon of={IconEye} />
          <span>
            {rich('You see the shop as {name}. Nothing can be changed.', { name: <b>{user?.name || user?.email}</b> })}
          </span>
        </chakra.p>
        <Button size="sm" bg="white" color="#15173A" disabled={isPending} onClick={logOut}>
          {t('Leave')}
        </Button>
      </Wrap>
    </chakra.aside>
  )
}
