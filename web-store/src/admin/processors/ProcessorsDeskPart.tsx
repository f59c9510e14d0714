import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Processor, ProcessorInput } from 'contract/processors'
import { useState } from 'react'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { dateText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Card, Tag } from '../../ui/layout.tsx'
import { MenuItem, MenuSeparator } from '../../ui/menu.ts'
import { IconTrash } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Help, Split, Two } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { IconPencil } from '../host/admin-icons.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { RowMenu } from '../lists/row-buttons.tsx'

export const desk = { id: 'processors', title: 'Who gets data', at: 45 }

const FAILED = 'Failed to load the processors'

const List = chakra('ul', {
  base: {
    mt: '3',
    listStyleType: 'none',
    '& > li': {
      display: 'flex',
      gap: '3',
      alignItems: 'center',
      py: '3',
      borderTopWidth: '1px',
      borderColor: 'border',
    },
    '& > li > div': { flex: '1', minW: '0', overflowWrap: 'anywhere' },
  },
})

/** Everybody who gets data of students from the shop. */
export default function ProcessorsDeskPart() {
  const [open, setOpen] = useState<Processor | 'new'>()
  const { data, error, refetch } = useQuery(adminApi.processors.list.queryOptions())
  useFailureToast(error, FAILED)
  if (error && !data) return <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading minH="240px" />
  return (
    <Card asChild px={{ base: '4', md: '5' }} py="4" maxW="760px">
      <section aria-labelledby="processors">
        <Split>
          <chakra.h2 id="processors" textStyle="h3" fontSize="1.125rem">
            With whom you share data
          </chakra.h2>
          <Button variant="outline" size="sm" onClick={() => setOpen('new')}>
            <Icon of={IconPlus} size={16} />
            Add
          </Button>
        </Split>
        <Help>
          What your settings use is listed by itself. Add everybody else: an accountant, a host, a marketing tool.
        </Help>
        <List>
          {data.map((one) => (
            <li key={one.processor_id ?? one.name}>
              <div>
                <b>{one.name}</b>
                <p>{one.purpose}</p>
                <Help>{factsOf(one)}</Help>
              </div>
              {one.processor_id === null ? (
                <Tag>From settings</Tag>
              ) : (
                <ProcessorMenu processor={one} onEdit={() => setOpen(one)} />
              )}
            </li>
          ))}
        </List>
        {open && <ProcessorDialog processor={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
      </section>
    </Card>
  )
}

const factsOf = ({ country, contract_on, note }: Processor): string =>
  [country, contract_on && `contract of ${dateText(new Date(`${contract_on}T00:00:00+05:30`))}`, note]
    .filter(Boolean)
    .join(', ')

function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: adminApi.processors.key() })
}

function ProcessorMenu({ processor: { processor_id, name }, onEdit }: { processor: Processor; onEdit: () => void }) {
  const refresh = useRefresh()
  const remove = useSubmission({
    mutationFn: () => adminClient.processors.delete({ params: { processor_id: processor_id ?? '' } }),
    onSuccess: async ({ message }) => {
      toast.success(message)
      await refresh()
    },
    onError: (error) => toast.error('Failed to remove it', { description: errorText(error, 'Please try again.') }),
  })
  return (
    <RowMenu name={name}>
      <MenuItem value="change" onClick={onEdit}>
        <Icon of={IconPencil} />
        Change
      </MenuItem>
      <MenuSeparator />
      <MenuItem value="remove" color="danger.fg" onClick={() => remove.mutate()}>
        <Icon of={IconTrash} />
        Remove
      </MenuItem>
    </RowMenu>
  )
}

function ProcessorDialog({ processor, onClose }: { processor: Processor | undefined; onClose: () => void }) {
  const refresh = useRefresh()
  const form = useActionForm({
    name: `processor:${processor?.processor_id ?? 'new'}`,
    begun: {
      name: processor?.name ?? '',
      purpose: processor?.purpose ?? '',
      country: processor?.country ?? 'India',
      contract_on: processor?.contract_on ?? '',
      note: processor?.note ?? '',
    },
    parse: (typed) => ProcessorInput.safeParse({ ...typed, contract_on: typed.contract_on || null }),
    send: (body) =>
      processor?.processor_id
        ? adminClient.processors.update({ params: { processor_id: processor.processor_id }, body })
        : adminClient.processors.add(body),
    failed: 'The processor was not saved',
    fallback: 'Please try again.',
    onDone: async ({ message }) => {
      toast.success(message)
      onClose()
      await refresh()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={processor ? 'Change a processor' : 'Add a processor'}
      footer={
        <Button type="submit" form="processor" busy={form.isPending} busyText="Saving...">
          Save
        </Button>
      }
    >
      <chakra.form method="post" id="processor" noValidate display="grid" gap="4.5" onSubmit={form.submit}>
        <Field label="Name" required maxLength={120} {...form.field('name')} />
        <Field label="What it does for you" required maxLength={300} {...form.field('purpose')} />
        <Two>
          <Field label="Country of the data" required maxLength={60} {...form.field('country')} />
          <Field label="Contract of" optional type="date" {...form.field('contract_on')} />
        </Two>
        <Field label="Note" optional maxLength={300} {...form.field('note')} />
        {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      </chakra.form>
    </Dialog>
  )
}
