import { useQuery } from '@tanstack/react-query'
import { type Processor, ProcessorInput } from 'contract/processors'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { dateText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { Card, Tag } from '../../ui/layout.tsx'
import { MenuItem, MenuSeparator } from '../../ui/menu.ts'
import { IconTrash } from '../../ui/secondary-icons.ts'
import { Help, Split } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { IconPencil } from '../host/admin-icons.ts'
import { actionDialog } from '../kit/action-dialog.tsx'
import { addOrChange } from '../kit/call.ts'
import { day, text } from '../kit/fields.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import type { Column } from '../lists/column.ts'
import { TableOf } from '../lists/DataTable.tsx'
import { RowMenu } from '../lists/row-buttons.tsx'

export const desk = {
  id: 'processors',
  title: 'Who gets data',
  about: 'Everybody with whom you share data of students, such as Razorpay and your host.',
  at: 45,
}

const columnsWith = (onEdit: (one: Processor) => void): Column<Processor>[] => [
  {
    head: 'Name',
    lead: true,
    cell: (one) => (
      <>
        <b>{one.name}</b>
        <p>{one.purpose}</p>
        <Help>{factsOf(one)}</Help>
      </>
    ),
  },
  {
    head: 'Actions',
    actions: true,
    cell: (one) =>
      one.processor_id === null ? (
        <Tag>From settings</Tag>
      ) : (
        <ProcessorMenu processor={one} onEdit={() => onEdit(one)} />
      ),
  },
]

/** Everybody who gets data of students from the shop. */
export default function ProcessorsDeskPart() {
  const [open, setOpen] = useState<Processor | 'new'>()
  const query = useQuery(adminApi.processors.list.queryOptions())
  return (
    <Loaded query={query} failed="Failed to load the processors" height="240px" toasts>
      {(processors) => (
        <Card as="section" aria-label="Who gets data" overflow="hidden" maxW="760px">
          <Split px={{ base: '4', md: '5' }} py="4">
            <Help>
              What your settings use is listed by itself. Add everybody else: an accountant, a host, a marketing tool.
            </Help>
            <Button variant="outline" size="sm" onClick={() => setOpen('new')}>
              <Icon of={IconPlus} size={16} />
              Add
            </Button>
          </Split>
          <TableOf
            columns={columnsWith(setOpen)}
            rows={processors}
            keyOf={({ processor_id, name }) => processor_id ?? name}
          />
          {open && <ProcessorDialog of={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
        </Card>
      )}
    </Loaded>
  )
}

const factsOf = ({ country, contract_on, note }: Processor): string =>
  [country, contract_on && `contract of ${dateText(new Date(`${contract_on}T00:00:00+05:30`))}`, note]
    .filter(Boolean)
    .join(', ')

function ProcessorMenu({ processor: { processor_id, name }, onEdit }: { processor: Processor; onEdit: () => void }) {
  const { run: remove } = useAct(adminApi.processors.delete, { failed: 'Failed to remove it' })
  return (
    <RowMenu name={name}>
      <MenuItem value="change" onClick={onEdit}>
        <Icon of={IconPencil} />
        Change
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        value="remove"
        color="danger.fg"
        onClick={() => remove({ params: { processor_id: processor_id ?? '' } })}
      >
        <Icon of={IconTrash} />
        Remove
      </MenuItem>
    </RowMenu>
  )
}

const ProcessorDialog = actionDialog({
  title: (one: Processor | undefined) => (one ? 'Change a processor' : 'Add a processor'),
  call: addOrChange(adminApi.processors.add, adminApi.processors.update),
  of: (one) => (one?.processor_id ? { params: { processor_id: one.processor_id } } : undefined),
  draft: (one) => `processor:${one?.processor_id ?? 'new'}`,
  begun: (one) => one ?? { country: 'India' },
  schema: ProcessorInput,
  fields: {
    name: text('Name', { maxLength: 120 }),
    purpose: text('What it does for you', { maxLength: 300 }),
    country: text('Country of the data', { maxLength: 60 }),
    contract_on: day('Contract of', { optional: true }),
    note: text('Note', { optional: true, maxLength: 300 }),
  },
  layout: () => ['name', 'purpose', ['country', 'contract_on'], 'note'],
  save: 'Save',
  failed: 'The processor was not saved',
})
