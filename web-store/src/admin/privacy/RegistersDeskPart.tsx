import { useQuery } from '@tanstack/react-query'
import { chakra } from '../../ui/chakra.ts'
import { countText, dateText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Help } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { Loaded } from '../kit/loaded.tsx'
import { DownloadButton } from '../lists/DownloadButton.tsx'
import type { Desk } from './desk-part.ts'

export const desk: Desk = {
  id: 'registers',
  title: 'Records',
  about: 'Consents, requests and how long data stays, as files for anyone who checks.',
  at: 60,
}

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
  const query = useQuery({ ...adminApi.registers.list.queryOptions(), staleTime: 0 })
  return (
    <Loaded query={query} failed="Failed to load the registers" height="240px" toasts>
      {(registers) => (
        <Card as="section" aria-label="Records" px={{ base: '4', md: '5' }} py="4" maxW="640px">
          <Help>For anyone who checks how the shop treats personal data. Each opens in a spreadsheet.</Help>
          <Rows mt="3" listStyleType="none">
            {registers.map(({ name, title, lines, newest_at }) => (
              <li key={name}>
                <div>
                  <b>{title}</b>
                  <Help>
                    {countText(lines, 'line')}
                    {newest_at && `, newest ${dateText(new Date(newest_at))}`}
                  </Help>
                </div>
                <RegisterButton name={name} />
              </li>
            ))}
          </Rows>
        </Card>
      )}
    </Loaded>
  )
}

/** Gives the owner a register as a file. */
const RegisterButton = ({ name }: { name: string }) => (
  <DownloadButton
    variant="ghost"
    size="sm"
    read={() => adminClient.registers.file({ file: `${name}.csv` })}
    name={`${name}.csv`}
    failed="The register could not be downloaded"
  >
    Register as CSV
    <VisuallyHidden>: {name}</VisuallyHidden>
  </DownloadButton>
)
