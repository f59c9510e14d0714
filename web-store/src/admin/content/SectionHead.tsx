import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { Input } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconPencil } from '../admin-icons.ts'

type SectionHeadProps = { name: string; facts: string; onRename: (name: string) => void }

/** The heading of a section, which is renamed in place; without a name its lessons stand under none. */
export function SectionHead({ name, facts, onRename }: SectionHeadProps) {
  const [typed, setTyped] = useState<string>()
  const end = () => {
    setTyped(undefined)
    if (typed !== undefined && typed.trim() !== name) onRename(typed.trim())
  }
  if (typed !== undefined) {
    return (
      <Input
        aria-label={`Name of section ${name}`}
        value={typed}
        maxLength={120}
        autoFocus
        maxW="480px"
        onChange={(event) => setTyped(event.target.value)}
        onBlur={end}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped(undefined)
          if (event.key !== 'Enter') return
          // The form around it is not sent.
          event.preventDefault()
          end()
        }}
      />
    )
  }
  return (
    <chakra.div display="flex" alignItems="center" gap="2" minH="11">
      <chakra.h2 textStyle="h3" overflowWrap="anywhere" minW="0">
        {name}
      </chakra.h2>
      <chakra.span textStyle="sm" color="fg.muted" whiteSpace="nowrap">
        {facts}
      </chakra.span>
      <IconButton compact color="fg.muted" aria-label={`Rename section ${name}`} onClick={() => setTyped(name)}>
        <Icon of={IconPencil} />
      </IconButton>
    </chakra.div>
  )
}
