import { Button } from '../../ui/Button.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'

type NoMatchProps = {
  /** A plural noun: "orders". */
  of: string
  /** There are filters, not only a search. */
  filters?: boolean
  onClear: () => void
}

/** Replaces a list of which nothing has what was searched for. */
export const NoMatch = ({ of, filters, onClear }: NoMatchProps) => (
  <PageMessage
    icon={IconSearch}
    title={filters ? `No ${of} match` : `No ${of} match your search`}
    action={
      <Button variant="outline" onClick={onClear}>
        {filters ? `Show all ${of}` : 'Clear search'}
      </Button>
    }
  />
)
