import { Link } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconAlertTriangle } from '../../ui/secondary-icons.ts'
import { breachPath } from './breach-path.ts'

/** Opens the form of a new breach, from every sub-tab. */
export default function BreachDeskAction() {
  return (
    <Button asChild variant="outline">
      <Link to={breachPath('new')}>
        <Icon of={IconAlertTriangle} />
        Report a breach
      </Link>
    </Button>
  )
}
