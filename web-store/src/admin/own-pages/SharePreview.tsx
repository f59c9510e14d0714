import { useQuery } from '@tanstack/react-query'
import { LoadProblem } from '../../shared/LoadProblem.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { CopyText } from '../lists/CopyText.tsx'

type Props = { slug: string; dirty: boolean; onClose: () => void }

/** Shows the address at which whoever has it sees the newest save. */
export default function SharePreview({ slug, dirty, onClose }: Props) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...adminApi.pages.preview.queryOptions({ input: { slug } }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog open onClose={onClose} title="Preview link">
      {isError && !data ? (
        <LoadProblem title="Failed to load the address" busy={isFetching} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading minH="120px" />
      ) : (
        <Stack>
          <chakra.p>Everybody with this link sees the last saved version, published or not.</chakra.p>
          <Row as="p" gap="2" overflowWrap="anywhere" textStyle="sm">
            <chakra.span minW="0">{data.url}</chakra.span>
            <CopyText text={data.url} of="the preview link" />
          </Row>
          <Help>
            Valid until {dateTimeText(data.until)}.{dirty && ' Your unsaved changes are not in it: save a draft first.'}
          </Help>
        </Stack>
      )}
    </Dialog>
  )
}
