import type { Promocode } from 'contract/promocodes'
import { paths } from '../../paths.ts'
import { reductionText } from '../../shared/cart/promocode-check.ts'
import { later } from '../../ui/later.tsx'
import { IconCopy, IconTrash } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { adminApi } from '../host/admin-api.ts'
import { IconPencil, IconTag } from '../host/admin-icons.ts'
import { usePlatform } from '../host/platform.tsx'
import { listTab, opens } from '../kit/list-tab.tsx'
import { useAct } from '../kit/use-act.tsx'
import { termsColumns } from './code-columns.tsx'

const AddPromocode = later(() => import('./AddPromocode.tsx'))
const EditPromocode = later(() => import('./EditPromocode.tsx'))

/** Copies an address of the store that brings the code along: of its only course, or of the first page. */
function useCopyLink() {
  const { storeAddress, copyText } = usePlatform()
  const copy = async ({ promocode, course_id, course_ids }: Promocode) => {
    const page = course_id && !course_ids ? paths.course(course_id) : paths.home
    const link = storeAddress(`${page}?code=${encodeURIComponent(promocode)}`)
    if (!(await copyText(link))) return toast.error('Copying is not allowed here')
    toast.success('Link copied', { id: 'code-link', description: link })
  }
  return {
    name: ({ promocode }: Promocode) => `Copy link of ${promocode}`,
    icon: IconCopy,
    run: (code: Promocode) => void copy(code),
  }
}

/** Asks before a code goes; afterwards it can be taken back for a while. */
function useDeletePromocode() {
  const act = useAct(adminApi.promocodes.delete, {
    of: ({ id }: Promocode) => ({ params: { id } }),
    confirm: (code) => ({
      title: 'Are you sure you want to delete this promo code?',
      text: (
        <p>
          <b>{code.promocode}</b> ({reductionText(code)} off) can no longer be used. Orders already placed with it keep
          their price.
        </p>
      ),
    }),
    done: 'Promo code deleted successfully',
    failed: 'Failed to delete promo code',
    undo: {
      call: adminApi.promocodes.restore,
      done: (_, { promocode }) => `${promocode} is restored`,
      failed: ({ promocode }) => `${promocode} could not be restored`,
    },
  })
  return { ...act, name: ({ promocode }: Promocode) => `Delete ${promocode}`, icon: IconTrash, danger: true }
}

/** Every code, with what it takes off and until when. */
export default listTab({
  title: 'Promo codes',
  of: 'promo codes',
  call: adminApi.promocodes.adminList,
  rows: 'promocodes',
  keyOf: ({ id }: Promocode) => id,
  search: 'Search by code',
  download: 'promocodes',
  add: { label: 'Add promo code', dialog: (_, list) => <AddPromocode list={list} /> },
  empty: {
    icon: IconTag,
    title: 'No promo codes yet',
    text: 'A code takes percent or rupees off, at checkout or by its link.',
  },
  columns: termsColumns,
  actions: [
    useCopyLink,
    opens(({ promocode }) => `Change ${promocode}`, IconPencil, EditPromocode),
    useDeletePromocode,
  ],
})
