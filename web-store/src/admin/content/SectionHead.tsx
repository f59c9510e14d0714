import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Row } from '../../ui/layout.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { IconPencil } from '../host/admin-icons.ts'

type SectionHeadProps = {
  name: string
  /** Days after enrolment at which all its lessons open, as typed; empty where they differ or open at once. */
  days: string
  facts: string
  onChange: (change: { name?: string; days?: string }) => void
}

/** The heading of a section, which is changed in place; without a name its lessons stand under none. */
export function SectionHead({ name, days, facts, onChange }: SectionHeadProps) {
  const [typed, setTyped] = useState<{ name: string; days: string }>()
  const save = () => {
    setTyped(undefined)
    if (!typed) return
    onChange({
      ...(typed.name.trim() !== name && { name: typed.name.trim() }),
      ...(typed.days.trim() !== days && { days: typed.days.trim() }),
    })
  }
  if (typed) {
    return (
      <chakra.fieldset
        display="flex"
        flexWrap="wrap"
        alignItems="end"
        gap="3"
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped(undefined)
          if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return
          // The form around it is not sent.
          event.preventDefault()
          save()
        }}
      >
        <chakra.div flex="1 1 220px" maxW="420px">
          <Field
            label="Name of the section"
            value={typed.name}
            maxLength={120}
            autoFocus
            onChange={(event) => setTyped({ ...typed, name: event.target.value })}
          />
        </chakra.div>
        <chakra.div w="170px">
          <Field
            label="Opens after days"
            optional
            inputMode="numeric"
            maxLength={4}
            value={typed.days}
            onChange={(event) => setTyped({ ...typed, days: event.target.value })}
          />
        </chakra.div>
        <Button variant="outline" onClick={save}>
          Done
        </Button>
      </chakra.fieldset>
    )
  }
  return (
    <Row gap="2" minH="11">
      <chakra.h2 textStyle="h3" overflowWrap="anywhere" minW="0">
        {name}
      </chakra.h2>
      <Muted as="span">{facts}</Muted>
      <IconButton
        compact
        color="fg.muted"
        aria-label={`Change section ${name}`}
        onClick={() => setTyped({ name, days })}
      >
        <Icon of={IconPencil} />
      </IconButton>
    </Row>
  )
}
