import { useQuery } from '@tanstack/react-query'
import type { Register } from 'contract/privacy/registers'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { chakra } from '../../ui/chakra.ts'
import { countText, dateText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Card } from '../../ui/layout.tsx'
import { IconDownload } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { Help } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { usePlatform } from '../host/platform.tsx'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import type { Desk } from './desk-part.ts'

export const desk: Desk = { id: 'registers', title: 'Registers', at: 60 }

const FAILED = 'Failed to load the registers'

const Rows = chakra('ul', {
  base: {
    display: 'grid',
    '& > li': {
      display: 'flex',
      alignItems: 'center',
      gap: '4',
      py: '3',
      borderTopWidth: '1px',
      borderColor: 'border',
    },
    '& > li > div': { flex: '1', minW: '0' },
  },
})

/** Lists the registers of all features, each with its file. */
export default function RegistersDeskPart() {
  const { data, error, refetch } = useQuery({ ...adminApi.registers.list.queryOptions(), staleTime: 0 })
  useFailureToast(error, FAILED)
  if (error && !data) return <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading minH="240px" />
  return (
    <Card as="section" aria-label="Registers" px={{ base: '4', md: '5' }} py="4" maxW="640px">
      <Help>
        Show these lists to whoever asks how the shop treats personal data. Each is a table for a spreadsheet.
      </Help>
      <Rows mt="3" listStyleType="none">
        {data.map((register) => (
          <RegisterRow key={register.name} register={register} />
        ))}
      </Rows>
    </Card>
  )
}

function RegisterRow({ register: { name, title, lines, newest_at } }: { register: Register }) {
  const platform = usePlatform()
  const save = useSubmission({
    mutationFn: async () => {
      const file = (await adminClient.registers.file({ file: `${name}.csv` })) as unknown as Blob
      await platform.saveFile(`${name}.csv`, file)
    },
    onError: (failure) => {
      toast.error('The register could not be downloaded', { description: errorText(failure, 'Please try again.') })
    },
  })
  return (
    <li>
      <div>
        <b>{title}</b>
        <Help>
          {countText(lines, 'line')}
          {newest_at && `, newest ${dateText(new Date(newest_at))}`}
        </Help>
      </div>
      <IconButton aria-label={`Download ${title} as CSV`} disabled={save.isPending} onClick={() => save.mutate()}>
        <Icon of={IconDownload} />
      </IconButton>
    </li>
  )
}
