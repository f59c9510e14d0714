import { Button } from '../../ui/Button.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'

/** In place of a list of which nothing has what was searched for: `of` is what it lists, in the plural. */
export const NoMatch = ({ of, onClear }: { of: string; onClear: () => void }) => (
  <PageMessage
    icon={IconSearch}
    title={`No ${of} match your search`}
    action={
      <Button variant="outline" onClick={onClear}>
        Clear search
      </Button>
    }
  />
)
