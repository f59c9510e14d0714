import { chakra } from '../../ui/chakra.ts'
import { Input } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { useSearchText } from './use-list-params.ts'

type SearchBoxProps = { list: { q: string; set: (change: { q: string }) => void }; label: string; full?: boolean }

/** Draws the search of a list, `full` for the width of its parent. The placeholder is its label, too. */
export function SearchBox({ list, label, full = false }: SearchBoxProps) {
  const field = useSearchText(list.q, (q) => list.set({ q }))
  return (
    <chakra.div position="relative" w={full ? 'full' : { base: 'full', lg: '300px' }}>
      <chakra.span position="absolute" left="3.5" top="3" color="fg.subtle" pointerEvents="none">
        <Icon of={IconSearch} />
      </chakra.span>
      <Input type="search" aria-label={label} placeholder={label} ps="11" maxLength={200} {...field} />
    </chakra.div>
  )
}
