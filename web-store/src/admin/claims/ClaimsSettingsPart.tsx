import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText, dateText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { later } from '../../ui/later.tsx'
import { Card, Tag } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { Help } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { type ClaimRow, type Claims, placePath, placeText } from './claim-places.ts'

const ProofDialog = later(() => import('./ProofDialog.tsx'))

const List = chakra('ul', {
  base: {
    listStyleType: 'none',
    '& > li': {
      display: 'grid',
      gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' },
      alignItems: 'center',
      columnGap: '4',
      rowGap: '2',
      px: { base: '18px', md: '6' },
      py: '3.5',
      borderTopWidth: '1px',
      borderColor: 'border',
    },
    '& > button': { justifySelf: 'start' },
    '& q': { fontWeight: '600', overflowWrap: 'anywhere', quotes: 'none' },
  },
})

const FAILED = 'Failed to load the claims'

/** Lists what the store claims, where, and what proves it. */
export default function ClaimsSettingsPart() {
  const { data, error, refetch } = useQuery({ ...adminApi.claims.list.queryOptions(), staleTime: 0 })
  const { dataUpdatedAt } = useQuery(adminApi.settings.get.queryOptions())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save of the settings may have other claims
  useEffect(() => void refetch(), [dataUpdatedAt])
  const queries = useQueryClient()
  const { data: me } = useMe()
  const [open, setOpen] = useState<ClaimRow>()
  const mine = me?.role === 'owner'
  const stored = (claims: Claims) => {
    queries.setQueryData(adminApi.claims.list.queryOptions().queryKey, claims)
    void queries.invalidateQueries({ queryKey: adminApi.overview.key() })
  }
  return (
    <Card as="section" aria-label="Proofs" overflow="hidden" mt="4">
      <chakra.div px={{ base: '18px', md: '6' }} py="5" display="grid" gap="1">
        <chakra.h2 textStyle="h3">Proofs</chakra.h2>
        <Help>
          Numbers of people, income, ratings, guarantees and words like “best” need a source: a figure that this shop
          counts, a file, or a text with its day. Changed words need a new one.
        </Help>
      </chakra.div>
      {error && !data ? (
        <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading minH="160px" />
      ) : (
        <>
          <State claims={data} mine={mine} onStored={stored} />
          <List>
            {data.claims.map((row) => (
              <li key={row.claim_id}>
                <Words row={row} strict={data.strict} />
                {mine && (
                  <Button
                    size="sm"
                    variant="outline"
                    onClick={() => setOpen(row)}
                    aria-label={`${actionOf(row)}: ${row.words}`}
                  >
                    {actionOf(row)}
                  </Button>
                )}
              </li>
            ))}
          </List>
          {data.total > data.claims.length && (
            <Help px={{ base: '18px', md: '6' }} py="3.5">
              The first {data.claims.length} of {data.total} are shown.
            </Help>
          )}
          {open && <ProofDialog row={open} claims={data} onStored={stored} onClose={() => setOpen(undefined)} />}
        </>
      )}
    </Card>
  )
}

const actionOf = ({ proof }: ClaimRow) => (proof ? 'Change proof' : 'Add proof')

type StateProps = { claims: Claims; mine: boolean; onStored: (claims: Claims) => void }

/** Says how many lack a proof, and what follows. */
function State({ claims, mine, onStored }: StateProps) {
  const { total, unproven, strict, shown_until } = claims
  const hide = useSubmission({
    mutationFn: () => adminClient.claims.hide(),
    onSuccess: onStored,
    onError: (failure) => {
      toast.error('Nothing was hidden', { description: errorText(failure, 'Please try again.') })
    },
  })
  const count = countText(unproven, 'claim')
  return (
    <chakra.div px={{ base: '18px', md: '6' }} pb="4" display="flex" flexWrap="wrap" gap="3" alignItems="center">
      <chakra.p flex="1 1 260px" fontWeight="600">
        {total === 0
          ? 'Your store claims nothing that needs one.'
          : unproven === 0
            ? 'Every claim has its proof.'
            : strict || !shown_until
              ? `${count} without a proof: not shown in the store.`
              : `${count} without a proof: shown until ${dateText(new Date(shown_until))}, then hidden.`}
      </chakra.p>
      {mine && !strict && unproven > 0 && (
        <Button size="sm" variant="outline" busy={hide.isPending} busyText="Hiding..." onClick={() => hide.mutate()}>
          Hide them now
        </Button>
      )}
    </chakra.div>
  )
}

const figures = {
  students: 'students counted here',
  courses: 'courses on sale',
  lessons: 'lessons on sale',
  hours: 'hours of video',
  guarantee: 'the guarantee of this shop',
}

function proofText({ proof }: ClaimRow): string {
  if (!proof) return ''
  if (proof.kind === 'counted') return `Proof: ${figures[proof.figure ?? 'students']}`
  if (proof.kind === 'file') return `Proof: ${decodeURIComponent(proof.file?.split('/').at(-1) ?? '')}`
  return `Proof of ${dateText(new Date(proof.dated_on ?? proof.at))}: ${proof.text}`
}

/** A claim in its words, its state and its places. */
function Words({ row, strict }: { row: ClaimRow; strict: boolean }) {
  const isProven = row.proof?.holds === true
  const isName = row.places.every(({ is_name }) => is_name)
  const state = isProven ? 'Proven' : isName ? 'A name, so it is shown' : strict ? 'Not shown' : 'No proof'
  return (
    <chakra.div minW="0" display="grid" gap="1">
      <chakra.p display="flex" flexWrap="wrap" columnGap="2.5" rowGap="1" alignItems="center">
        <q>{row.words}</q>
        <Tag coloured colorPalette={isProven ? 'success' : 'buy'}>
          {state}
        </Tag>
      </chakra.p>
      {row.proof && (
        <Help overflowWrap="anywhere">
          {proofText(row)}
          {!isProven && ' (holds no longer)'}
        </Help>
      )}
      <Help>
        {row.places.slice(0, 3).map((place, at) => (
          <span key={`${place.place} ${place.id} ${place.path}`}>
            {at > 0 && ', '}
            <chakra.span textDecoration="underline" textUnderlineOffset="3px">
              <Link to={placePath(place)}>{placeText(place)}</Link>
            </chakra.span>
          </span>
        ))}
        {row.places.length > 3 && ` and ${row.places.length - 3} more`}
      </Help>
    </chakra.div>
  )
}
