import { useQuery } from '@tanstack/react-query'
import type { Promocode } from 'contract/promocodes'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { useCopied } from '../../shared/use-copied.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconCopy, IconTrash } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { IconPencil, IconTag } from '../host/admin-icons.ts'
import { usePlatform } from '../host/platform.tsx'
import type { Column } from '../lists/column.ts'
import { ExportButton } from '../lists/ExportButton.tsx'
import { ListTab } from '../lists/ListTab.tsx'
import { SearchBox } from '../lists/SearchBox.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { readRules, rulesText } from '../users/rules.ts'
import { AddPromocode } from './AddPromocode.tsx'
import { termsColumns } from './code-columns.tsx'
import { PROMOCODE_SORTS, promocodeListQuery } from './promocodes.queries.ts'

const DeletePromocode = later(() => import('./DeletePromocode.tsx'))
const EditPromocode = later(() => import('./EditPromocode.tsx'))

type Act = (code: Promocode) => void

/** Copies an address of the store that brings the code along: of its only course, or of the first page. */
function CopyLink({ code: { promocode, course_id, course_ids } }: { code: Promocode }) {
  const { storeAddress, copyText } = usePlatform()
  const { copied, say } = useCopied()
  const page = course_id && !course_ids ? paths.course(course_id) : paths.home
  const copy = async () => {
    const link = storeAddress(`${page}?code=${encodeURIComponent(promocode)}`)
    if (!(await copyText(link))) return toast.error('Copying is not allowed here')
    say()
    toast.success('Link copied', { id: 'code-link', description: link })
  }
  return (
    <IconButton compact color="fg.muted" aria-label={`Copy link of ${promocode}`} onClick={() => void copy()}>
      <Icon of={copied ? IconCheck : IconCopy} />
    </IconButton>
  )
}

export const columnsWith = ({ edit, remove }: { edit: Act; remove: Act }): Column<Promocode>[] => [
  ...termsColumns,
  {
    head: 'Actions',
    actions: true,
    cell: (code) => (
      <>
        <CopyLink code={code} />
        <IconButton compact color="fg.muted" aria-label={`Change ${code.promocode}`} onClick={() => edit(code)}>
          <Icon of={IconPencil} />
        </IconButton>
        <IconButton
          compact
          color="fg.muted"
          _hover={{ color: 'danger.fg', bg: 'danger.subtle' }}
          aria-label={`Delete ${code.promocode}`}
          onClick={() => remove(code)}
        >
          <Icon of={IconTrash} />
        </IconButton>
      </>
    ),
  },
]

/** The form of a new code beside all there are. */
export default function PromocodesTab() {
  const list = useListParams(PROMOCODE_SORTS)
  const [removing, setRemoving] = useState<Promocode>()
  const [editing, setEditing] = useState<Promocode>()
  const query = useQuery(promocodeListQuery(list.input))
  return (
    <>
      <TabHead title="Promo codes" count={query.data?.total.toLocaleString('en-IN')}>
        <SearchBox list={list} label="Search by code" />
        <ExportButton table="promocodes" input={{ q: list.q }} />
      </TabHead>
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: '380px minmax(0,1fr)' }}
        gap="6"
        alignItems="start"
      >
        <AddPromocode
          rules={readRules(list.get('segment'))}
          onRules={(rules) => list.set({ segment: rulesText(rules) }, { keepPage: true })}
        />
        <ListTab
          caption="Promo codes"
          list={list}
          query={query}
          rows={query.data?.data.promocodes}
          keyOf={({ id }) => id}
          show={columnsWith({ edit: setEditing, remove: setRemoving })}
          failed="Failed to load promo codes"
          of="promo codes"
          empty={
            <PageMessage icon={IconTag} title="No promo codes yet">
              Codes you add show here.
            </PageMessage>
          }
        />
      </chakra.div>
      {editing && <EditPromocode code={editing} onClose={() => setEditing(undefined)} />}
      {removing && <DeletePromocode code={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}
