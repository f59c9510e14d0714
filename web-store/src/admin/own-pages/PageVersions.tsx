import { useQuery } from '@tanstack/react-query'
import { LoadProblem } from '../../shared/LoadProblem.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Help } from '../forms/form-parts.tsx'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useAct } from '../kit/use-act.tsx'
import { labelOf } from './block-fields.ts'

const Line = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    py: '3',
    borderTopWidth: '1px',
    borderColor: 'border',
    '&:first-of-type': { borderTopWidth: '0' },
    '& > div': { flex: '1 1 260px', minW: '0', overflowWrap: 'anywhere' },
    '& small': { display: 'block', textStyle: 'sm', color: 'fg.muted' },
  },
})

type Props = {
  slug: string
  etag: string | undefined
  /** Says why no version can be restored now. */
  blocked: string | undefined
  onRestored: () => Promise<void>
  onClose: () => void
}

/** Lists the saves of a page, and restores one as a draft. */
export default function PageVersions({ slug, etag, blocked, onRestored, onClose }: Props) {
  const list = useQuery({ ...adminApi.pages.versions.queryOptions({ input: { slug } }), staleTime: 0 })
  const restore = useAct(adminApi.pages.restoreVersion, {
    of: (version: number) => ({
      params: { slug, version: String(version) },
      headers: etag ? { 'if-match': etag } : {},
    }),
    failed: 'The version could not be restored',
    onDone: onRestored,
  })
  return (
    <Dialog open size="wide" onClose={onClose} title="Versions of this page">
      {list.isError && !list.data ? (
        <LoadProblem title="Failed to load the versions" busy={list.isFetching} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <Loading minH="200px" />
      ) : (
        <>
          <chakra.ul maxH="60vh" overflowY="auto" listStyleType="none" aria-label="Versions">
            {list.data.map(({ version, at, by, published, blocks }, index) => (
              <Line key={version}>
                <div>
                  <b>
                    Version {version}
                    {index === 0 && ' (now)'}
                    {published ? ', published' : ', draft'}
                  </b>
                  <small>
                    <time dateTime={at}>{dateTimeText(at)}</time>
                    {by && ` by ${by}`}
                  </small>
                  <small>{blocks.length > 0 ? blocks.map(labelOf).join(', ') : 'Without blocks'}</small>
                </div>
                {index > 0 && (
                  <WaitingButton
                    size="sm"
                    variant="outline"
                    waitsFor={blocked && 'Save or discard your changes first'}
                    busy={restore.at === version}
                    onClick={() => restore.run(version)}
                  >
                    Restore version {version}
                  </WaitingButton>
                )}
              </Line>
            ))}
          </chakra.ul>
          <Help mt="3">{blocked ?? 'A restored version is a draft until you publish it. Nothing is lost.'}</Help>
        </>
      )}
    </Dialog>
  )
}
