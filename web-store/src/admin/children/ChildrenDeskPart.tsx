import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Child } from 'contract/children/children'
import { childrenDefaults } from 'contract/shop/brand'
import { useState } from 'react'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText, dateText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { later } from '../../ui/later.tsx'
import { Card, Tag } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { toast } from '../../ui/toaster.ts'
import { Choice, Help } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { IconUsers } from '../host/admin-icons.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { Table } from '../lists/table-parts.tsx'

const ForgetAge = later(() => import('./ForgetAge.tsx'))

export const desk = { id: 'children', title: 'Children', at: 50 }

const FAILED = 'Failed to load the accounts'

const monthText = (month: string) =>
  new Date(`${month}-15T00:00:00Z`).toLocaleDateString('en-IN', { month: 'long', year: 'numeric' })

/** Shows whether the shop asks for the age, and the accounts of people under 18 with their parents. */
export default function ChildrenDeskPart() {
  const { data, error, refetch } = useQuery({ ...adminApi.children.list.queryOptions(), staleTime: 0 })
  useFailureToast(error, FAILED)
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
      <Card px={{ base: '4', md: '5' }} py="4">
        <AgeSwitch />
      </Card>
      {error && !data ? (
        <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading minH="240px" />
      ) : data.rows.length === 0 ? (
        <Card>
          <PageMessage icon={IconUsers} title="No account of a person under 18">
            Each is listed here once a student answers so.
          </PageMessage>
        </Card>
      ) : (
        <Card as="section" aria-label="Accounts of people under 18" overflow="hidden">
          <Children rows={data.rows} />
          <chakra.p px="4" py="3" textStyle="sm" color="fg.muted">
            {countText(data.total, 'account')}, {data.waiting} waiting for a parent. The register has them as CSV.
          </chakra.p>
        </Card>
      )}
    </chakra.div>
  )
}

function AgeSwitch() {
  const queries = useQueryClient()
  const { data } = useQuery(adminApi.settings.public.queryOptions())
  const { ask } = data?.children ?? childrenDefaults
  const save = useSubmission({
    mutationFn: (wanted: boolean) => adminClient.settings.update({ body: { children: { ask: wanted } } }),
    onSuccess: (_, wanted) => {
      toast.success(wanted ? 'Register and checkout ask for the age now' : 'Nobody is asked for the age any longer')
    },
    onError: (failure) => {
      toast.error('The choice was not saved', { description: errorText(failure, 'Please try again.') })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: adminApi.settings.key() }),
  })
  return (
    <Choice>
      <input
        type="checkbox"
        checked={save.isPending ? save.variables : ask}
        disabled={!data || save.isPending}
        onChange={({ target }) => save.mutate(target.checked)}
      />
      <span>
        Ask whether 18 or older
        <Help>
          At registration and checkout. A student under 18 names a parent, who consents by a link in an email; until
          then nothing can be bought. Ads, letters, sequences and nudges leave their accounts out.
        </Help>
      </span>
    </Choice>
  )
}

function Children({ rows }: { rows: readonly Child[] }) {
  const [forgetting, setForgetting] = useState<Child>()
  return (
    <>
      <Table>
        <thead>
          <tr>
            <th scope="col">Student</th>
            <th scope="col">Parent</th>
            <th scope="col">Consent</th>
            <th scope="col">Turns 18</th>
            <th scope="col" aria-label="Actions" />
          </tr>
        </thead>
        <tbody>
          {rows.map((child) => (
            <tr key={child.user_id}>
              <td data-lead>
                <Two first={child.name} second={child.email} />
              </td>
              <td>
                <Two first={child.parent_name} second={child.parent_email} />
              </td>
              <td>
                {child.confirmed_at ? (
                  dateText(new Date(child.confirmed_at))
                ) : (
                  <Tag colorPalette="warning">Waiting since {dateText(new Date(child.answered_at))}</Tag>
                )}
              </td>
              <td>{monthText(child.turns_18)}</td>
              <td data-actions>
                <Button variant="outline" size="sm" onClick={() => setForgetting(child)}>
                  Forget
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {forgetting && <ForgetAge child={forgetting} onClose={() => setForgetting(undefined)} />}
    </>
  )
}

function Two({ first, second }: { first: string; second: string }) {
  return (
    <>
      {first}
      <chakra.span display="block" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
        {second}
      </chakra.span>
    </>
  )
}
