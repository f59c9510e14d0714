import { type ReactNode, useId } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconAlertCircle } from '../../ui/icons.ts'
import { Card } from '../../ui/layout.tsx'

const Problem = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'start',
    gap: '1.5',
    mt: '1',
    color: 'danger.fg',
    fontSize: '.875rem',
    fontWeight: '500',
    lineHeight: '1.35',
    overflowWrap: 'anywhere',
    // Beside the first of several lines.
    '& svg': { flex: 'none', mt: '1.5px' },
  },
})

/** Shows the problem of a field below it. */
export function FieldProblem({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <Problem id={id}>
      <Icon of={IconAlertCircle} size={16} />
      <span>{children}</span>
    </Problem>
  )
}

const Help = chakra('p', { base: { color: 'fg.subtle', fontSize: '.875rem', lineHeight: '1.4' } })

/** The heading of a group of fields. */
export function GroupLabel({ id, help, children }: { id: string; help?: string | undefined; children: ReactNode }) {
  return (
    <div>
      <chakra.p id={id} textStyle="label">
        {children}
      </chakra.p>
      {help && <Help>{help}</Help>}
    </div>
  )
}

export { Help }

/** A smaller line beside or below the main one. */
export const Muted = chakra('p', { base: { textStyle: 'sm', color: 'fg.muted' } })

/** Two things at the ends of a line, and below each other where there is no room. */
export const Split = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '3', alignItems: 'center', justifyContent: 'space-between' },
})

/** The heading of a card or a part of a page. */
export const Title = chakra('h2', { base: { textStyle: 'h3', fontSize: '1.125rem' } })

/** A part of a page as a card, which its title names. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card padded asChild>
      <section aria-labelledby={id}>
        <Title id={id} mb="3">
          {title}
        </Title>
        {children}
      </section>
    </Card>
  )
}

/** Returns the props of a `Field` for a text of `value`, by its name. */
export const textsOf =
  <Value extends object>(value: Value, onChange: (next: Value) => void) =>
  (name: keyof Value & string) => ({
    value: String(value[name] ?? ''),
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...value, [name]: target.value }),
  })

/** A row of small buttons below a list. */
export const Tools = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2', alignItems: 'center' } })

/** Two fields beside each other; on phones one below the other. */
export const Two = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0,1fr)', lg: 'repeat(2,minmax(0,1fr))' },
    columnGap: '5',
    rowGap: '4.5',
    alignItems: 'start',
  },
})

/** An entry of several fields in a list. */
export const EntryBox = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0,1fr) 40px', md: '36px minmax(0,1fr) 40px' },
    // On a phone the handle and Remove are in a row above, so that fields have the whole width.
    '& > :nth-child(2)': { base: { gridRow: '2', gridColumn: '1 / -1' }, md: { gridRow: 'auto', gridColumn: 'auto' } },
    gap: '2',
    alignItems: 'start',
    bg: 'bg.subtle',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l2',
    p: '3',
  },
})

/** A box to tick, with its words beside it. */
export const Choice = chakra('label', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'center',
    minH: '11',
    cursor: 'pointer',
    '& input': { w: '5', h: '5', flex: 'none' },
    // Beside a name with an explanation the box belongs to the name.
    '&:has(input + * > :is(p, span))': { alignItems: 'start', '& input': { mt: '0.5' } },
  },
})
