import { useQuery } from '@tanstack/react-query'
import type { Register } from 'contract/privacy/registers'
import { chakra } from '../../ui/chakra.ts'
import { countText, dateText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Card } from '../../ui/layout.tsx'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import type { Desk } from './desk-part.ts'
import { RegisterButton } from './RegisterButton.tsx'

export const desk: Desk = { id: 'registers', title: 'Records', at: 60 }

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
    <Card as="section" aria-label="Records" px={{ base: '4', md: '5' }} py="4" maxW="640px">
      <Help>For anyone who checks how the shop treats personal data. Each opens in a spreadsheet.</Help>
      <Rows mt="3" listStyleType="none">
        {data.map((register) => (
          <RegisterRow key={register.name} register={register} />
        ))}
      </Rows>
    </Card>
  )
}

function RegisterRow({ register: { name, title, lines, newest_at } }: { register: Register }) {
  return (
    <li>
      <div>
        <b>{title}</b>
        <Help>
          {countText(lines, 'line')}
          {newest_at && `, newest ${dateText(new Date(newest_at))}`}
        </Help>
      </div>
      <RegisterButton name={name} />
    </li>
  )
}
